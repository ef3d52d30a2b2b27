"""What is deleted and still open counts as well."""

from tried import refused


def fill():
    kept = []
    for number in range(60):
        with open(f"/tmp/{number}", "wb") as file:
            file.write(b"x" * 2**20)
        kept.append(open(f"/tmp/{number}", "rb"))


def choose_move(view):
    refused(fill)
    return view["legal"][0]
