# The site and its workers: one image, whose command says which it is.
ARG BASE=python:3.13-slim
FROM ${BASE} AS build
WORKDIR /build
COPY requirements/base.txt .
RUN python3 -m venv /opt/quintet \
 && /opt/quintet/bin/python -m pip install --no-cache-dir --require-hashes -r base.txt

FROM ${BASE}
ENV PATH=/opt/quintet/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONPATH=/srv/quintet:/srv/quintet/platform \
    QUINTET_MODE=production \
    QUINTET_STATIC_ROOT=/srv/static
COPY --from=build /opt/quintet /opt/quintet
WORKDIR /srv/quintet
COPY manage.py ./
COPY arena arena
COPY sandbox sandbox
COPY platform platform
COPY docs docs
# Collecting static files needs settings, but none of these values stays in the image.
RUN QUINTET_SECRET_KEY=build QUINTET_HOSTS=build DATABASE_URL=sqlite:////tmp/build REDIS_URL=redis://build \
    QUINTET_DATA_DIR=/tmp python3 manage.py collectstatic --noinput \
 && useradd --uid 1000 --create-home quintet \
 && install -d -o quintet -g quintet /srv/data /srv/boxes
ENV QUINTET_DATA_DIR=/srv/data
USER quintet
CMD ["uvicorn", "config.asgi:application", "--host", "0.0.0.0", "--port", "8000", "--lifespan", "off", "--no-access-log", "--timeout-graceful-shutdown", "5"]
