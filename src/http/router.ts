import { minBody } from '#contract/body-limits.ts'
import type { Fields, RawField } from './call.ts'
import { parseQuery } from './query.ts'
import type { Serve, Target } from './request.ts'

const none: Fields = {}
const nothing: readonly RawField[] = []

/** Finds the route of a request. A slash at the end of a path is ignored. */
export class Router {
  readonly #byPath = new Map<string, Map<string, Serve>>()
  /** Paths with a parameter (`:name`) or an open end (`*`). */
  readonly #patterns = new Map<string, RegExp>()

  add(method: string, path: string, serve: Serve): void {
    const methods = this.#byPath.getOrInsertComputed(path, () => new Map()).set(method, serve)
    if (method === 'GET') methods.set('HEAD', serve)
    if (!/[:*]/.test(path)) return
    const source = path.replace(/:(\w+)/g, '(?<$1>[^/]{1,100})').replace('*', '.*')
    this.#patterns.set(path, new RegExp(`^${source}$`, 's'))
  }

  find(method: string, url: string): Target {
    // A proxy may send the whole address.
    const target = url.startsWith('/') || !URL.canParse(url) ? url : url.replace(/^https?:\/\/[^/?#]+/i, '')
    const end = target.search(/[?#]/)
    const written = end < 0 ? target : target.slice(0, end)
    const path = written.length > 1 && written.endsWith('/') ? written.slice(0, -1) : written || '/'
    const [route, params] = this.#patterns.has(path) || !this.#byPath.has(path) ? this.#match(path) : [path, none]
    const methods = this.#byPath.get(route)
    const serve = methods?.get(method)
    const query = end < 0 ? nothing : parseQuery(target.slice(end + 1), minBody.fields)
    if (serve) return { route, serve, allow: undefined, params, query }
    const all = path === '*' ? ['GET', 'HEAD', 'POST'] : methods?.keys() // a star means the whole service
    return { route: undefined, serve, allow: all && [...all, 'OPTIONS'].sort().join(', '), params, query }
  }

  #match(path: string): [route: string, params: Fields] {
    try {
      // An escaped slash does not separate, and a double escape is decoded only once.
      const decoded = decodeURI(path.replaceAll('%25', '%2525'))
      for (const [route, pattern] of this.#patterns) {
        const parts = pattern.exec(decoded)
        if (!parts) continue
        const params = Object.entries(parts.groups ?? {}).map(([name, part]) => [name, decodeURIComponent(part)])
        return [route, Object.fromEntries(params)]
      }
      return [decoded, none]
    } catch {
      return ['', none] // an invalid escape
    }
  }
}
