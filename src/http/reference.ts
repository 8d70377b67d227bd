import type { RawAnswer } from '#contract/endpoint.ts'
import { cachedResponse } from './cached-response.ts'

const settings = {
  url: '/openapi.json',
  withDefaultFonts: false,
  hideClientButton: true,
  telemetry: false,
  proxyUrl: '',
  agent: { disabled: true },
  mcp: { disabled: true },
  persistAuth: false,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
}

const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Fettle: the interface</title></head>
<body>
<div id="api-reference" data-configuration="${JSON.stringify(settings).replaceAll('"', '&quot;')}"></div>
<script src="/reference/scalar.js"></script>
</body>
</html>
`

/** Scalar's page for our own document. It loads nothing from other hosts. */
export function referencePage(): RawAnswer {
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      // Scalar writes its styles into the page.
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    },
    body: page,
  }
}

let script: Promise<RawAnswer> | undefined

/** Scalar's script of four megabytes, loaded at the first request. */
export function referenceScript(): Promise<RawAnswer> {
  script ??= loadScript().catch((error: unknown) => {
    script = undefined // the next request tries again
    throw error
  })
  return script
}

/** The package has the script only inside a plugin for Fastify, whose route handler sends it. So we call that handler. */
async function loadScript(): Promise<RawAnswer> {
  const { default: plugin } = await import('@scalar/fastify-api-reference')
  let text: unknown
  const reply = { header: () => reply, send: (sent: unknown) => (text = sent) }
  const route = ({ url, handler }: { url: string; handler: (request: undefined, to: typeof reply) => void }) => {
    if (url === '/reference/js/scalar.js') handler(undefined, reply)
  }
  plugin({ route } as never, { configuration: { url: settings.url } }, () => {}) // it uses nothing else of Fastify
  if (typeof text !== 'string') throw new Error("Scalar's package has moved its script")
  return cachedResponse(text, {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=86400',
  })
}
