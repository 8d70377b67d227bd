import { createHash } from 'node:crypto'
import type { Raw } from '#contract/endpoint.ts'
import { type Lang, languages } from '#contract/languages.ts'
import { words } from '#contract/words/index.ts'
import { escaped } from '#kit/html.ts'
import type { Outgoing } from './answer.ts'
import type { Failed } from './failure.ts'

// The QR code stays dark on white, whatever the rest looks like: scanners expect it.
const style = `:root{color-scheme:light dark;font:1.0625rem/1.6 system-ui,sans-serif}
body{margin:0;padding:1.5rem;display:grid;justify-items:center}
main{max-width:26rem}
h1{font-size:1.5rem;line-height:1.3;margin:.5rem 0 1rem}
svg{display:block;width:min(100%,18rem);margin:1rem auto;border-radius:.5rem}
button{font:inherit;padding:.5rem 1.25rem;margin:.5rem 0}
code{display:block;font:600 1.25rem/1.5 ui-monospace,monospace;text-align:center;user-select:all;overflow-wrap:anywhere}
a{display:inline-block;padding:.5rem 0}`

interface PageOptions {
  /** Runs behind the page, and is a constant of ours: nothing of a request may be in it. */
  readonly script?: string
  /** Whether it may send a form, and that to us alone. */
  readonly form?: boolean
}

/** Nothing but this very style, and this very script if there is one. */
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

/** A whole page; `inside` is HTML. */
export function page(lang: Lang, title: string, inside: string, options: PageOptions = {}): Raw {
  const { script = '' } = options
  return {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy(options) },
    body: `<!doctype html>
<html lang="${languages[lang].tag}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title><style>${style}</style></head>
<body><main>
<h1>${escaped(title)}</h1>
${inside}
</main>${script === '' ? '' : `<script>${script}</script>`}</body>
</html>
`,
  }
}

/** The tab that began a login begins it anew as its own, so that it too ends where somebody wanted to go. */
const sameTab = `{
const {tab}=JSON.parse(sessionStorage.getItem('fettle.school')??'{}'),query=new URLSearchParams(location.search)
if(tab&&(query.get('tab')===tab||query.get('state')?.endsWith('.'+tab)))document.querySelector('a').search='?tab='+tab
}`

/** A refusal for somebody who looks at it in a browser, with the same status and code as everywhere. */
export function refusalPage(failed: Failed, path: string, lang: Lang): Outgoing {
  const { refused } = words[lang]
  const code = failed.headers['x-error-code']
  const login = path.startsWith('/sso/')
  const told = login && code === 'code_refused' ? refused.login : failed.body.err
  const again = login && code !== 'not_configured' ? `\n<p><a href="start">${escaped(refused.again)}</a></p>` : ''
  const { headers, body } = page(lang, refused.title, `<p>${escaped(told)}</p>${again}`, {
    script: again && sameTab,
  })
  return { status: failed.status, headers: { ...failed.headers, ...headers }, body }
}

/** For somebody who has mistyped an address. */
export function nowherePage(failed: Failed, lang: Lang): Outgoing {
  const { headers, body } = page(lang, failed.body.err, `<p><a href="/">${escaped(words[lang].refused.home)}</a></p>`)
  return { status: failed.status, headers: { ...failed.headers, ...headers }, body }
}
