# syntax=docker/dockerfile:1
# The backend: one image, whose command is what it does (see docker/backend/attune.mjs). Target "worker" has Chromium and ffmpeg beside it.
#   docker build -f docker/backend.Dockerfile --target backend -t attune/backend:1.2.3 --build-arg VERSION=1.2.3 --build-arg REVISION=$(git rev-parse HEAD) .
ARG NODE_IMAGE=docker.io/library/node:24.22.3-bookworm-slim
ARG BASE_IMAGE=gcr.io/distroless/cc-debian12:nonroot
ARG DEBIAN_IMAGE=docker.io/library/debian:bookworm-slim

# Everything built, from the lock file.
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
RUN npm run build
# What pages are drawn from; the scripts themselves come from the front ends' own servers.
RUN node docker/backend/copies.mjs frontends /copies && mkdir /data

# What runs needs, and nothing of what builds.
FROM ${NODE_IMAGE} AS modules
WORKDIR /app
COPY --from=build /app/package.json /app/package-lock.json ./
COPY --from=build /app/backend/package.json backend/
COPY --from=build /app/shared-ui/package.json shared-ui/
COPY --from=build /app/frontends/shell/package.json frontends/shell/
COPY --from=build /app/frontends/public-booking/package.json frontends/public-booking/
COPY --from=build /app/frontends/therapist/package.json frontends/therapist/
COPY --from=build /app/frontends/client-portal/package.json frontends/client-portal/
COPY --from=build /app/frontends/admin/package.json frontends/admin/
COPY --from=build /app/frontends/e2e/package.json frontends/e2e/
COPY --from=build /app/docker/local/package.json docker/local/
RUN npm ci --omit=dev --workspace @attune/backend --no-audit --no-fund
COPY docker/backend/prune.mjs docker/backend/
RUN node docker/backend/prune.mjs . /speech && rm -rf docker frontends shared-ui package-lock.json

# One process, as nobody, on a file system that may be read-only but for /data and /tmp.
FROM ${BASE_IMAGE} AS backend
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Attune backend" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
COPY --from=build /usr/local/bin/node /usr/local/bin/node
WORKDIR /app
COPY --from=modules --chown=0:0 /app ./
COPY --from=build --chown=0:0 /app/backend/dist backend/dist
COPY --from=build --chown=0:0 /copies frontends
COPY --chown=0:0 docker/backend/attune.mjs docker/backend/healthy.mjs docker/backend/secrets.mjs ./
COPY --from=build --chown=65532:65532 /data /data
ENV NODE_ENV=production \
    NODE_OPTIONS=--max-semi-space-size=8 \
    HOST=0.0.0.0 PORT=3000 \
    METRICS_HOST=0.0.0.0 METRICS_PORT=9464 \
    DATA_DIR=/data \
    FRONTEND_COPIES=/app/frontends \
    ATTUNE_VERSION=${VERSION} ATTUNE_REVISION=${REVISION}
USER 65532:65532
VOLUME /data
EXPOSE 3000 9464
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=6 CMD ["node", "healthy.mjs"]
ENTRYPOINT ["node", "attune.mjs"]
CMD ["api"]

# A worker that joins meetings, reads compressed sound and hears sound with a model of its own.
FROM ${DEBIAN_IMAGE} AS worker
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Attune worker with Chromium and ffmpeg" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates chromium chromium-sandbox ffmpeg fonts-liberation \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt /usr/share/doc /usr/share/man
COPY --from=backend /usr/local/bin/node /usr/local/bin/node
COPY --from=backend /app /app
COPY --from=modules /speech /app/node_modules
COPY --from=backend --chown=65532:65532 /data /data
WORKDIR /app
ENV NODE_ENV=production \
    NODE_OPTIONS=--max-semi-space-size=8 \
    HOST=0.0.0.0 PORT=3000 \
    METRICS_HOST=0.0.0.0 METRICS_PORT=9464 \
    DATA_DIR=/data HOME=/tmp \
    MEETING_BOT_CHROMIUM=/usr/bin/chromium \
    ATTUNE_VERSION=${VERSION} ATTUNE_REVISION=${REVISION}
USER 65532:65532
VOLUME /data
EXPOSE 9464
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=6 CMD ["node", "healthy.mjs"]
ENTRYPOINT ["node", "attune.mjs"]
CMD ["worker"]
