# By digest, so that it is the same each time, in both places. docs/operating.md says how to take a newer one.
FROM node:26.10.0-slim@sha256:ec7758ee051e457b468b32bde57b0879010b325bb9862718e9615225ce4aaae1 AS pages
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json vite.config.ts ./
COPY scripts/build-web.js scripts/calls-only.ts scripts/
COPY src/contract src/contract
COPY src/kit src/kit
COPY client client
COPY web web
# The install builds web/dist by itself.
RUN npm ci

FROM node:26.10.0-slim@sha256:ec7758ee051e457b468b32bde57b0879010b325bb9862718e9615225ce4aaae1
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
COPY package.json package-lock.json .npmrc ./
COPY scripts/build-web.js scripts/
# Optional packages cannot be left out as a whole: sharp comes in one. Node itself does too, and this image has it already.
RUN npm ci --omit=dev && rm -rf node_modules/node-linux-* node_modules/.bin/node && npm cache clean --force
COPY LICENSE ./
COPY bin bin
COPY src src
COPY --from=pages /app/web/dist web/dist

RUN mkdir -m 700 /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080

HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 8080}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "bin/fettle.js", "start"]
