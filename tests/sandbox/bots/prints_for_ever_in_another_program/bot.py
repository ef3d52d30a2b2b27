import subprocess
import sys


def choose_move(view):
    subprocess.run([sys.executable, "-S", "-c", "while True: print('x' * 1000)"], check=True)
