# One image for api, worker and projector; the command chooses.
FROM node:20-bookworm-slim AS build
# For packages that have no compiled binary for this machine.
RUN apt-get update \
  && apt-get install -y --no-install-recommends python3 make g++ \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm install --no-save --include=dev
COPY tsconfig.json tsconfig.build.json nest-cli.json ./
COPY apps apps
COPY clients clients
COPY libs libs
RUN npm run build && npm prune --omit=dev && rm -f dist/.tsbuildinfo

FROM node:20-bookworm-slim
ENV NODE_ENV=production \
    MALLOC_MMAP_THRESHOLD_=1048576 \
    MALLOC_ARENA_MAX=2 \
    HOST=0.0.0.0 \
    DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY docs/openapi.json docs/openapi.json
COPY scripts/container-health.mjs scripts/container-health.mjs
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "scripts/container-health.mjs", "api"]
CMD ["node", "dist/apps/api/main.js"]
