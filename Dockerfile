# docker build --tag outcry . && docker run --publish 8642:8642 --volume outcry:/data --volume outcry-key:/key outcry
# What each step does is in deploy/build.sh, which a test runs without Docker (tests/test_deploy.py).

FROM python:3.12-slim AS build
RUN apt-get update && apt-get install --yes --no-install-recommends make && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN sh deploy/build.sh wheel /wheel && cp constraints.txt /wheel/

FROM python:3.12-slim
# Machine code for any processor of this kind: the image is run on others than it was built on.
ENV NUMBA_CPU_NAME=generic \
    OUTCRY_CACHE=/opt/compiled \
    OUTCRY_DATABASE=/data/outcry.sqlite \
    OUTCRY_VAULT_FILE=/key/vault.key \
    OUTCRY_PUBLIC=true \
    OUTCRY_PORT=8642 \
    OUTCRY_LOG=json \
    OUTCRY_LOG_LEVEL=info \
    PATH=/opt/outcry/bin:$PATH
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin outcry \
    && install --directory --owner outcry --group outcry --mode 0700 /data /key /opt/compiled
COPY --from=build /wheel /wheel
COPY deploy/build.sh /wheel/build.sh
RUN sh /wheel/build.sh install /opt/outcry /wheel
USER outcry
RUN sh /wheel/build.sh compile /opt/outcry
WORKDIR /data
VOLUME /data /key
EXPOSE 8642
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8642/healthz', timeout=4)"]
CMD ["outcry", "serve"]
