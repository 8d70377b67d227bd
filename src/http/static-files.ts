import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { Refusal } from '#contract/errors.ts'
import { pages } from '#contract/team/pages.ts'
import type { OutgoingResponse } from './answer.ts'
import { etagOf } from './cached-response.ts'
import type { Serve } from './request.ts'

const dist = join(import.meta.dirname, '../../web/dist')

// Mantine uses style elements and style attributes. Scripts come only from our own files.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  // The bell of the board is made in the browser.
  'media-src blob:',
  "connect-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** For the service worker, which must never be cached. */
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

/** The built pages by their paths, or none without a build. Files are listed once, so a request never becomes part of a file path. */
export function* staticFiles(): Generator<[path: string, serve: Serve]> {
  if (!existsSync(join(dist, 'index.html'))) return
  const names = new Set(readdirSync(dist, { recursive: true, encoding: 'utf8' }))
  const file = fileReader(names)
  for (const name of names) {
    if (!types[extname(name)] || /[/]|^[.]|^index[.]html$/.test(name)) continue
    yield [`/${name}`, () => file(name, extname(name) === '.js' ? worker : { 'cache-control': 'public, max-age=3600' })]
  }
  // These names change with the content. They share one route, so that the log and the metrics have one entry for all.
  yield [
    '/assets/:name',
    ({ params }) => {
      const name = `assets/${params['name']}`
      if (!types[extname(name)] || !names.has(name)) throw new Refusal('not_found')
      return file(name, { 'cache-control': 'public, max-age=31536000, immutable' })
    },
  ]
  const page = { 'content-security-policy': policy, 'cache-control': 'no-cache' }
  const chunks: Chunks = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) // written by the build
  for (const path of Object.values(pages)) {
    const needed = preloads[path]
    const headers = needed ? { ...page, link: linksTo(needed, chunks) } : page
    yield [path, () => file('index.html', headers)]
  }
}

/** A page and an endpoint may have the same address. A browser that opens the address asks for HTML. */
export function pageOrEndpoint(page: Serve, endpoint: Serve): Serve {
  return async (request) => {
    if (!String(request.headers.accept ?? '').includes('text/html')) return endpoint(request)
    const answer = await page(request)
    return { ...answer, headers: { ...answer.headers, vary: 'accept, accept-encoding' } }
  }
}

const styles = 'mantine-rest.css'
const atDesk = [styles, 'pages/desk/Desk.tsx']
const atConsole = [styles, 'pages/console/Console.tsx']

/** Files in `web/` that these pages need right after the first load. */
const preloads: Readonly<Record<string, readonly string[]>> = {
  [pages.newTicket]: [styles, 'pages/tickets/NewTicket.tsx'],
  [pages.myTickets]: [styles, 'pages/tickets/MyTickets.tsx'],
  [pages.desk]: [...atDesk, 'pages/desk/queue/Queue.tsx'],
  [pages.deskRest]: atDesk,
  [pages.console]: atConsole,
  [pages.consoleRest]: atConsole,
}

type Chunks = Readonly<
  Record<string, { readonly file: string; readonly imports?: readonly string[]; readonly css?: readonly string[] }>
>

/** The header `Link` lets the browser load these files together with the first one, which is the largest and comes first. */
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

/** Reads and caches a file with its compressed versions. It reads synchronously, because passwords and pictures keep the thread pool busy. */
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
