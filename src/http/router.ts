import type { Fields } from './call.ts'
import type { Found, Resource, Serve } from './request.ts'

const none: Fields = {}

/** Finds what a request asks for. A slash at the end is ignored. */
export class Router {
  readonly #byPath = new Map<string, Resource>([
    ['*', { path: '*', methods: new Map(), allow: 'GET, HEAD, OPTIONS, POST' }], // the service as a whole
  ])
  /** Paths with a parameter (`:name`) or an end that may be anything (`*`); few. */
  readonly #patterns: { readonly pattern: RegExp; readonly path: string }[] = []

  add(method: string, path: string, serve: Serve): void {
    const before = this.#byPath.get(path)
    if (!before && /[:*]/.test(path)) {
      const source = path.replace(/:(\w+)/g, '(?<$1>[^/]{1,100})').replace('*', '.*')
      this.#patterns.push({ path, pattern: new RegExp(`^${source}$`, 's') })
    }
    const methods = new Map(before?.methods).set(method, serve)
    if (method === 'GET') methods.set('HEAD', serve)
    this.#byPath.set(path, { path, methods, allow: [...methods.keys(), 'OPTIONS'].sort().join(', ') })
  }

  find(url: string): Found {
    // A proxy may ask by the whole address.
    const target = url.startsWith('/') || !URL.canParse(url) ? url : url.replace(/^https?:\/\/[^/?#]+/i, '')
    const end = target.search(/[?#]/)
    const [path, search] = end < 0 ? [target, ''] : [target.slice(0, end), target.slice(end + 1)]
    return { ...this.#at(path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path || '/'), search }
  }

  #at(path: string): Omit<Found, 'search'> {
    const known = this.#byPath.get(path)
    if (known) return { resource: known, params: none }
    try {
      // An escaped slash is no slash, and what is escaped twice is not decoded twice.
      const decoded = decodeURI(path.replaceAll('%25', '%2525'))
      for (const { pattern, path } of this.#patterns) {
        const found = pattern.exec(decoded)
        if (!found) continue
        const params = Object.entries(found.groups ?? {}).map(([name, part]) => [name, decodeURIComponent(part)])
        return { resource: this.#byPath.get(path), params: Object.fromEntries(params) }
      }
      return { resource: this.#byPath.get(decoded), params: none }
    } catch {
      return { resource: undefined, params: none } // an escape that stands for nothing
    }
  }
}
