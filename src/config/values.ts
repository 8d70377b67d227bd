import { readFileSync } from 'node:fs'

/** One environment variable, with its text in the documentation. */
export interface Variable {
  readonly about: string
  readonly default?: string
  readonly example?: string
  /** It may also be given as a file (`NAME_FILE`), and is never printed. */
  readonly secret?: true
}

export type Variables = Readonly<Record<string, Variable>>

export type DefaultedNames<V extends Variables> = {
  [N in keyof V & string]: V[N] extends { readonly default: string } ? N : never
}[keyof V & string]

export type Environment = Readonly<Record<string, string | undefined>>

/** The text never contains a secret. */
export interface Problem {
  readonly name: string
  readonly text: string
}

/**
 * Reads variables and collects problems. For an invalid one it returns a usable value, so that later problems are found too. `Usual` are the
 * names with a default.
 */
export class EnvReader<Name extends string, Usual extends Name> {
  readonly problems: Problem[] = []
  readonly #env: Environment
  readonly #variables: Variables
  readonly #seen = new Map<string, string | undefined>()

  constructor(env: Environment, variables: Variables) {
    this.#env = env
    this.#variables = variables
  }

  /** The value in the environment or in the file that it names. */
  given(name: Name): string | undefined {
    if (!this.#seen.has(name)) this.#seen.set(name, this.#find(name))
    return this.#seen.get(name)
  }

  value(name: Usual): string {
    return this.given(name) ?? this.#variables[name]?.default ?? ''
  }

  wrong(name: Name, flaw: string): void {
    this.problems.push({ name, text: `${name} ${flaw}` })
  }

  /** True if these have no problem so far. */
  sound(...names: Name[]): boolean {
    return !this.problems.some(({ name }) => names.some((asked) => asked === name))
  }

  integer(name: Usual, min: number, max: number): number {
    const text = this.value(name)
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (number >= min && number <= max) return number
    this.wrong(name, `must be a whole number from ${min} to ${max}`)
    return min
  }

  oneOf<const T extends string>(name: Usual, allowed: readonly [T, ...T[]]): T {
    const found = allowed.find((known) => known === this.value(name))
    if (!found) this.wrong(name, `must be one of ${allowed.join(', ')}`)
    return found ?? allowed[0]
  }

  /** A URL with a host. With `plain`, only scheme, host and path are allowed. */
  url(name: Name, text: string, { schemes, plain }: UrlKind): URL | undefined {
    const parsed = URL.parse(text)
    // The text is never repeated, because it may hold a password.
    if (!parsed || !schemes.includes(parsed.protocol) || !parsed.hostname) {
      const beginnings = schemes.map((scheme) => `${scheme}//`).join(' or ')
      this.wrong(name, `must be a URL that begins with ${beginnings} and names a host`)
      return undefined
    }
    if (plain && (parsed.search || parsed.hash || parsed.username || parsed.password))
      this.wrong(name, 'must not have a query, a fragment, a user name or a password')
    return parsed
  }

  #find(name: Name): string | undefined {
    const direct = this.#env[name]?.trim() || undefined
    const file = this.#variables[name]?.secret && this.#env[`${name}_FILE`]?.trim()
    if (!file) return direct
    if (direct) {
      this.wrong(name, `and ${name}_FILE are both set`)
      return direct
    }
    try {
      const text = readFileSync(file, 'utf8').trim()
      if (text === '') this.wrong(name, `cannot be read: ${name}_FILE ${file} is empty`)
      return text || undefined
    } catch {
      this.wrong(name, `cannot be read: ${name}_FILE ${file} does not exist or is not readable`)
      return undefined
    }
  }
}

export type EnvReaderOf<V extends Variables> = EnvReader<keyof V & string, DefaultedNames<V>>

interface UrlKind {
  readonly schemes: readonly string[]
  readonly plain?: true
}

/** For appending paths. */
export function trimSlash(url: URL): string {
  return url.href.replace(/\/+$/, '')
}
