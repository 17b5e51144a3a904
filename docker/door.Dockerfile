# syntax=docker/dockerfile:1
# Bounds the connections of one line, of one network and of all before the gateway makes anything of them.
ARG HAPROXY_IMAGE=docker.io/library/haproxy:3.2.24-alpine
FROM ${HAPROXY_IMAGE}
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Attune door" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
COPY docker/gateway/haproxy.cfg /etc/haproxy.cfg
ENV TRUSTED_PROXIES=127.0.0.1/32
USER 65532:65532
EXPOSE 8080 8443
# What is under way is brought to its end.
STOPSIGNAL SIGUSR1
ENTRYPOINT ["haproxy", "-db", "-f", "/etc/haproxy.cfg"]
