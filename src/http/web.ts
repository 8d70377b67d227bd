import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/errors.ts'
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

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
}

/**
 * Serves the built pages. Without a build there are none, and the interface works all the same. The files are few and do
 * not change while the service runs: they are listed once, and nothing else of a request ever becomes part of a path.
 */
export function serveWeb(server: FastifyInstance): void {
  if (!existsSync(join(dist, 'index.html'))) return
  const names = new Set(readdirSync(dist, { recursive: true, encoding: 'utf8' }))
  for (const name of names) {
    if (!types[extname(name)] || /[/]|^[.]|^index[.]html$/.test(name)) continue
    server.get(`/${name}`, (request, reply) =>
      sendFile(name, request, reply.header('cache-control', 'public, max-age=3600')),
    )
  }
  // Built names change with their content. One route for all of them: each would cost a start as much as an endpoint.
  server.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
    const name = `assets/${request.params.name}`
    if (!types[extname(name)] || !names.has(name)) throw new Refusal('not_found')
    return sendFile(name, request, reply.header('cache-control', 'public, max-age=31536000, immutable'))
  })
  for (const path of Object.values(pages)) {
    server.get(path, (request, reply) =>
      sendFile(
        'index.html',
        request,
        reply.header('content-security-policy', policy).header('cache-control', 'no-cache'),
      ),
    )
  }

  /** The file as small as the browser takes it: the build leaves compressed ones beside those that are worth it. */
  async function sendFile(name: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const takes = String(request.headers['accept-encoding'] ?? '')
    const coding = codings.find(({ word, end }) => takes.includes(word) && names.has(name + end))
    if (coding) reply.header('content-encoding', coding.word)
    const bytes = await readFile(join(dist, name + (coding?.end ?? '')))
    return reply.header('content-type', types[extname(name)]).header('vary', 'accept-encoding').send(bytes)
  }
}

const codings = [
  { word: 'br', end: '.br' },
  { word: 'gzip', end: '.gz' },
]
