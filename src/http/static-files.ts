import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { Refusal } from '#contract/errors.ts'
import { pages } from '#contract/team/pages.ts'
import type { OutgoingResponse } from './answer.ts'
import { etagOf } from './cached-response.ts'
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
export function* staticFiles(): Generator<[path: string, serve: Serve]> {
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
  const chunks: Chunks = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) // the build's own
  for (const path of Object.values(pages)) {
    const needed = begins[path]
    const headers = needed ? { ...page, link: linksTo(needed, chunks) } : page
    yield [path, () => file('index.html', headers)]
  }
}

const styles = 'mantine-rest.css'
const atDesk = [styles, 'pages/desk/Desk.tsx']
const atConsole = [styles, 'pages/console/Console.tsx']

/** What pages with a frame of their own ask for after the first load, by its names in `web/`. */
const begins: Readonly<Record<string, readonly string[]>> = {
  [pages.desk]: [...atDesk, 'pages/desk/queue/Queue.tsx'],
  [pages.deskRest]: atDesk,
  [pages.console]: atConsole,
  [pages.consoleRest]: atConsole,
}

type Chunks = Readonly<
  Record<string, { readonly file: string; readonly imports?: readonly string[]; readonly css?: readonly string[] }>
>

/** Told with the document, they come beside the first load instead of after it, which is named first as it is the largest. */
function linksTo(names: readonly string[], chunks: Chunks): string {
  const files = new Set<string>()
  const add = (name: string) => {
    const chunk = chunks[name]
    if (!chunk) return
    for (const next of chunk.imports ?? []) add(next)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
  }
  for (const name of ['index.html', ...names]) add(name)
  const kind = (file: string) => (file.endsWith('.css') ? 'preload; as=style; crossorigin' : 'modulepreload')
  return [...files].map((file) => `</${file}>; rel=${kind(file)}`).join(', ')
}

/**
 * Reads each file when it is first asked for, with the compressed ones that the build has left beside it, and keeps it.
 * At once, not in the thread pool: somebody who waits for a page must not wait for passwords and pictures there.
 */
function fileReader(names: ReadonlySet<string>) {
  const kept = new Map<string, OutgoingResponse>()
  return (name: string, headers: Readonly<Record<string, string>>): OutgoingResponse => {
    const read = kept.getOrInsertComputed(name, () => {
      const [body, br, gzip] = ['', '.br', '.gz'].map((end) =>
        names.has(name + end) ? readFileSync(join(dist, name + end)) : undefined,
      )
      const type = types[extname(name)] ?? ''
      return {
        status: 200,
        headers: { 'content-type': type, etag: etagOf(body ?? ''), vary: 'accept-encoding' },
        body,
        compressed: { ...(br ? { br } : {}), ...(gzip ? { gzip } : {}) },
      }
    })
    return { ...read, headers: { ...headers, ...read.headers } }
  }
}
