/** Which methods each path has, by the routes there are: for what is asked with another one. */
export class Methods {
  readonly #byPath = new Map<string, Set<string>>()
  /** Paths with a part that may be anything; few. */
  readonly #patterns: { readonly pattern: RegExp; readonly path: string }[] = []

  add(path: string, methods: string | readonly string[]): void {
    if (!this.#byPath.has(path) && /[:*]/.test(path))
      this.#patterns.push({ path, pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`, 's') })
    const known = this.#byPath.getOrInsertComputed(path, () => new Set(['OPTIONS']))
    for (const method of [methods].flat()) known.add(method)
  }

  /** The methods of an address as the header `Allow` lists them; nothing if it is no address of ours. */
  of(url: string): string | undefined {
    if (url === '*') return 'GET, HEAD, OPTIONS, POST' // the service as a whole
    const path = decoded(url.replace(/[?#].*$/s, ''))?.replace(/(?<=.)\/$/, '')
    if (path === undefined) return undefined
    const found = this.#byPath.get(this.#patterns.find(({ pattern }) => pattern.test(path))?.path ?? path)
    return found && [...found].sort().join(', ')
  }
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
