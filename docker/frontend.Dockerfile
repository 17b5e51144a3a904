# syntax=docker/dockerfile:1
# One front end (the shell or a remote) with its own tiny server: scripts and styles for a year, compressed beforehand; what names them, never from memory.
#   docker build -f docker/frontend.Dockerfile --build-arg FRONTEND=therapist -t attune/therapist:1.2.3 --build-arg VERSION=1.2.3 .
# With PREVIOUS=attune/therapist:1.2.2 the scripts of that build stay for open pages, for 30 days after they were replaced.
ARG NODE_IMAGE=docker.io/library/node:24.22.3-bookworm-slim
ARG DEBIAN_IMAGE=docker.io/library/debian:bookworm-slim
ARG PREVIOUS=scratch

FROM ${NODE_IMAGE} AS build
WORKDIR /app
ENV CI=1 NX_DAEMON=false NX_TUI=false
COPY package.json package-lock.json ./
COPY backend/package.json backend/
COPY shared-ui/package.json shared-ui/
COPY frontends/shell/package.json frontends/shell/
COPY frontends/public-booking/package.json frontends/public-booking/
COPY frontends/therapist/package.json frontends/therapist/
COPY frontends/client-portal/package.json frontends/client-portal/
COPY frontends/admin/package.json frontends/admin/
COPY frontends/e2e/package.json frontends/e2e/
COPY docker/local/package.json docker/local/
RUN npm ci --no-audit --no-fund
COPY . .
ARG FRONTEND
RUN npx nx run @attune/${FRONTEND}:build

FROM ${PREVIOUS} AS previous

# The scripts of the build before stay beside those of this one.
FROM build AS files
ARG FRONTEND
RUN --mount=type=bind,from=previous,source=/,target=/previous \
    node docker/frontend/files.mjs frontends/${FRONTEND}/dist /srv /previous/srv

# The server alone, with what it needs to run.
FROM ${DEBIAN_IMAGE} AS server
RUN apt-get update && apt-get install -y --no-install-recommends nginx-light libnginx-mod-http-brotli-static
RUN mkdir -p /root-of-server/tmp /root-of-server/etc/nginx /root-of-server/usr/lib/nginx/modules /root-of-server/var/lib/nginx /root-of-server/var/log/nginx \
 && cp --parents /usr/sbin/nginx /usr/lib/nginx/modules/ngx_http_brotli_static_module.so /root-of-server \
 && ldd /usr/sbin/nginx /usr/lib/nginx/modules/ngx_http_brotli_static_module.so | grep -o '/[^ )]*' | grep -v ':$' | sort -u | xargs -I{} cp -L --parents {} /root-of-server \
 && printf 'nobody:x:65532:65532:nobody:/:/sbin/nologin\n' > /root-of-server/etc/passwd && printf 'nobody:x:65532:\n' > /root-of-server/etc/group \
 && chown 65532:65532 /root-of-server/tmp

FROM scratch AS frontend
ARG FRONTEND
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Attune ${FRONTEND}" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
COPY --from=server /root-of-server /
COPY docker/frontend/nginx.conf /etc/nginx/nginx.conf
COPY --from=files /srv /srv
USER 65532:65532
EXPOSE 8080
STOPSIGNAL SIGQUIT
ENTRYPOINT ["/usr/sbin/nginx", "-c", "/etc/nginx/nginx.conf", "-e", "stderr"]
