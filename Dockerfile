# One image for api, worker and projector; the command chooses. Nothing is compiled to machine code:
# the one native package brings its program for each platform.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc nest-cli.json tsconfig.json ./
COPY scripts scripts
COPY apps apps
COPY clients clients
COPY libs libs
RUN npm run build

# What the service needs to run, without what builds it and the console.
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm install --no-save --omit=dev --workspaces=false

FROM node:24-bookworm-slim
ENV NODE_ENV=production \
    MALLOC_MMAP_THRESHOLD_=1048576 \
    MALLOC_ARENA_MAX=2 \
    HOST=0.0.0.0 \
    DATA_DIR=/data
WORKDIR /app
COPY package.json ./
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY docs/reference/openapi.json docs/reference/problem-codes.json docs/reference/
COPY docs/partners/sandbox-outcomes.md docs/partners/
COPY scripts/container-health.mjs scripts/container-health.mjs
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "scripts/container-health.mjs", "api"]
CMD ["node", "--max-semi-space-size=8", "dist/apps/api/main.js"]
