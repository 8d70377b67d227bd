/** The final response of a navigation. */
export interface PageResponse {
  readonly url: URL
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/**
 * The parts of a browser that a login needs: cookies, redirects and forms. Like a proxy, it maps addresses that begin with `publicUrl` to the
 * address where the service listens.
 */
export class LoginBrowser {
  /** Every visited address. */
  readonly history: URL[] = []
  readonly #publicUrl: string
  readonly #realUrl: string
  readonly #lang: string
  readonly #cookies = new Map<string, { name: string; value: string; path: string; host: string }>()

  constructor(publicUrl: string, realUrl: string, lang = 'en-US') {
    this.#publicUrl = publicUrl
    this.#realUrl = realUrl
    this.#lang = lang
  }

  /** Sends one request. Answers the address of a redirect. */
  async request(
    address: string,
    form?: Record<string, string>,
  ): Promise<PageResponse & { readonly next: string | undefined }> {
    const url = new URL(address)
    this.history.push(url)
    const real = address.startsWith(this.#publicUrl) ? this.#realUrl + address.slice(this.#publicUrl.length) : address
    const response = await fetch(real, {
      redirect: 'manual',
      headers: { cookie: this.#cookiesFor(url), 'accept-language': this.#lang },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    })
    for (const line of response.headers.getSetCookie()) this.#keep(line, url)
    const location = response.headers.get('location')
    const next = location ? new URL(location, url).href : undefined
    return { url, status: response.status, headers: response.headers, text: await response.text(), next }
  }

  /** Follows redirects to the final page. */
  async open(address: string, form?: Record<string, string>): Promise<PageResponse> {
    let screen = await this.request(address, form)
    for (let steps = 0; screen.next !== undefined; steps += 1) {
      if (steps > 20) throw new Error('redirected for ever')
      screen = await this.request(screen.next)
    }
    return screen
  }

  forgetCookies(): void {
    this.#cookies.clear()
  }

  #cookiesFor({ hostname, pathname }: URL): string {
    return [...this.#cookies.values()]
      .filter(({ host, path }) => host === hostname && pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
  }

  #keep(line: string, { hostname, pathname }: URL): void {
    const { name, value, path = pathname.replace(/\/[^/]*$/, '') || '/', gone } = parseSetCookie(line)
    const key = `${hostname} ${path} ${name}`
    if (gone) this.#cookies.delete(key)
    else this.#cookies.set(key, { name, value, path, host: hostname })
  }
}

function parseSetCookie(line: string): { name: string; value: string; path?: string; gone: boolean } {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
  const named = new Map(
    attributes.map((text): [string, string] => {
      const [name = '', ...value] = text.split('=')
      return [name.toLowerCase(), value.join('=')]
    }),
  )
  const path = named.get('path')
  const gone = named.get('max-age') === '0' || (named.get('expires') ?? '').includes(' 1970 ')
  const at = pair.indexOf('=')
  return { name: pair.slice(0, at), value: pair.slice(at + 1), gone, ...(path ? { path } : {}) }
}
