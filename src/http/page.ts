import { createHash } from 'node:crypto'
import type { RawAnswer } from '#contract/endpoint.ts'
import { type Lang, languages } from '#contract/languages.ts'
import { accent } from '#contract/team/accent.ts'
import { words } from '#contract/words/index.ts'
import { escapeHtml } from '#kit/html.ts'
import type { OutgoingResponse } from './answer.ts'
import type { ErrorResponse } from './failure.ts'

// The QR code stays dark on white, because scanners expect that.
const style = `:root{color-scheme:light dark;font:1.0625rem/1.6 system-ui,sans-serif;--ground:#f8f9fa;--card:#fff;--text:#000;--line:#dee2e6}
@media(prefers-color-scheme:dark){:root{--ground:#0b1012;--card:#1a2124;--text:#dae1e4;--line:#3d4a51}}
body{margin:0;padding:1.5rem 1rem;display:grid;gap:1rem;justify-content:center;grid-template-columns:minmax(0,28rem);color:var(--text);background:var(--ground)}
header{display:flex;align-items:center;gap:.5rem;font-weight:600;overflow-wrap:anywhere}
main{padding:1.5rem;border:1px solid var(--line);border-radius:.5rem;background:var(--card)}
h1{font-size:1.5rem;line-height:1.3;margin:0 0 1rem}
main svg{display:block;width:min(100%,18rem);margin:1rem auto;border-radius:.5rem}
code{display:block;font:600 1.25rem/1.5 ui-monospace,monospace;text-align:center;user-select:all;overflow-wrap:anywhere}
a,button{display:inline-block;border:0;font:inherit;cursor:pointer;padding:.5rem 1.25rem;border-radius:.5rem;font-weight:600;text-decoration:none;color:#fff;background:${accent}}`

/** A copy of web/public/icon.svg, because these pages load nothing. */
const mark = `<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><rect width="32" height="32" rx="8" fill="${accent}"/><path d="M20.5 6.2a6 6 0 0 0-6.9 7.9L6.6 21.1a3 3 0 1 0 4.3 4.3l7-7a6 6 0 0 0 7.9-6.9l-3.6 3.6-3.9-1-1-3.9z" fill="#fff"/></svg>`

interface PageOptions {
  /** A constant script. It must hold nothing of a request. */
  readonly script?: string
  /** True if the page may send a form to us. */
  readonly form?: boolean
  readonly team?: string
}

/** Allows only this style and this script. */
const policy = ({ script = '', form = false }: PageOptions) =>
  [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    ...(script === '' ? [] : [`script-src ${hashOf(script)}`]),
    "base-uri 'none'",
    `form-action ${form ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
  ].join('; ')

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** A whole page, with the team's name above it if there is one. `inside` is HTML. */
export function page(lang: Lang, title: string, inside: string, options: PageOptions = {}): RawAnswer {
  const { script = '', team = '' } = options
  return {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy(options) },
    body: `<!doctype html>
<html lang="${languages[lang].tag}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body>${team && `<header>${mark}${escapeHtml(team)}</header>`}<main>
<h1>${escapeHtml(title)}</h1>
${inside}
</main>${script === '' ? '' : `<script>${script}</script>`}</body>
</html>
`,
  }
}

export const homeLink = (lang: Lang): string => `<a href="/">${escapeHtml(words[lang].refused.home)}</a>`

/** If the tab that began the login starts again, it keeps its id, so that it ends on the page where it began. */
const sameTab = `{
const {tab}=JSON.parse(sessionStorage.getItem('fettle.school')??'{}'),query=new URLSearchParams(location.search)
if(tab&&(query.get('tab')===tab||query.get('state')?.endsWith('.'+tab)))document.querySelector('a').search='?tab='+tab
}`

/** An error as a page, with the same status and code as the JSON answer. */
export function errorPage(failed: ErrorResponse, path: string, lang: Lang, team: string): OutgoingResponse {
  const { refused } = words[lang]
  const code = failed.headers['x-error-code']
  const login = path.startsWith('/sso/')
  const text = login && code === 'code_refused' ? refused.login : failed.body.err
  const again = login && code !== 'not_configured' ? `<a href="start">${escapeHtml(refused.again)}</a> ` : ''
  const options = { script: again && sameTab, team }
  const { headers, body } = page(
    lang,
    refused.title,
    `<p>${escapeHtml(text)}</p>\n<p>${again}${homeLink(lang)}</p>`,
    options,
  )
  return { status: failed.status, headers: { ...failed.headers, ...headers }, body }
}

export function notFoundPage(failed: ErrorResponse, lang: Lang, team: string): OutgoingResponse {
  const { title, lost } = words[lang].noPage
  const { headers, body } = page(lang, title, `<p>${escapeHtml(lost)}</p>\n<p>${homeLink(lang)}</p>`, { team })
  return { status: failed.status, headers: { ...failed.headers, ...headers }, body }
}
