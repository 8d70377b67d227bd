import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { pages } from '#contract/pages.ts'

const dist = join(import.meta.dirname, '../../web/dist')

// Mantine writes its theme into a style element and positions into style attributes; scripts come from files of ours alone.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Serves the built pages. Without a build there are none, and the interface works all the same. */
export function serveWeb(server: FastifyInstance): void {
  if (!existsSync(join(dist, 'index.html'))) return
  server.register(fastifyStatic, {
    root: dist,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/*.br', '**/*.gz', 'index.html'],
    setHeaders: (reply, path) => {
      // Built names change with their content.
      reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      )
    },
  })
  for (const path of Object.values(pages)) {
    server.get(path, (_request, reply) => {
      reply.header('content-security-policy', policy).header('cache-control', 'no-cache')
      return reply.sendFile('index.html')
    })
  }
}
