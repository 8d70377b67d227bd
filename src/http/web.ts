import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { Refusal } from '#contract/errors.ts'
import { pages } from '#contract/pages.ts'
import type { Outgoing } from './answer.ts'
import { tagOf } from './published.ts'
import type { Serve } from './request.ts'

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

/** The service worker: it may load what is ours and nothing else, and browsers ask for the newest. */
const worker = { 'content-security-policy': "default-src 'none'; connect-src 'self'", 'cache-control': 'no-cache' }

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
 * The built pages by their paths. Without a build there are none, and the interface works all the same. The files are few
 * and do not change while the service runs: they are listed once, and nothing else of a request ever becomes part of a path.
 */
export function* webFiles(): Generator<[path: string, serve: Serve]> {
  if (!existsSync(join(dist, 'index.html'))) return
  const names = new Set(readdirSync(dist, { recursive: true, encoding: 'utf8' }))
  const file = fileReader(names)
  for (const name of names) {
    if (!types[extname(name)] || /[/]|^[.]|^index[.]html$/.test(name)) continue
    yield [`/${name}`, () => file(name, extname(name) === '.js' ? worker : { 'cache-control': 'public, max-age=3600' })]
  }
  // Built names change with their content. One path for all of them: each would be an endpoint in the log and the metrics.
  yield [
    '/assets/:name',
    ({ params }) => {
      const name = `assets/${params['name']}`
      if (!types[extname(name)] || !names.has(name)) throw new Refusal('not_found')
      return file(name, { 'cache-control': 'public, max-age=31536000, immutable' })
    },
  ]
  const page = { 'content-security-policy': policy, 'cache-control': 'no-cache' }
  for (const path of Object.values(pages)) yield [path, () => file('index.html', page)]
}

/**
 * Reads each file when it is first asked for, with the compressed ones that the build has left beside it, and keeps it.
 * At once, not in the thread pool: somebody who waits for a page must not wait for passwords and pictures there.
 */
function fileReader(names: ReadonlySet<string>) {
  const kept = new Map<string, Outgoing>()
  return (name: string, headers: Readonly<Record<string, string>>): Outgoing =>
    kept.getOrInsertComputed(name, () => {
      const [body, br, gzip] = ['', '.br', '.gz'].map((end) =>
        names.has(name + end) ? readFileSync(join(dist, name + end)) : undefined,
      )
      const type = types[extname(name)] ?? ''
      return {
        status: 200,
        headers: { ...headers, 'content-type': type, etag: tagOf(body ?? ''), vary: 'accept-encoding' },
        body,
        compressed: { ...(br ? { br } : {}), ...(gzip ? { gzip } : {}) },
      }
    })
}
