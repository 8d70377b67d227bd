import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { parse } from 'node:querystring'
import type { Outgoing } from './answer.ts'
import type { Fields } from './call.ts'
import type { Proxies } from './proxies.ts'

export type Serve = (request: HttpRequest) => Outgoing | Promise<Outgoing>

/** Everything that can be asked for at one path. */
export interface Resource {
  /** As it was declared: `/media/:name`. */
  readonly path: string
  readonly methods: ReadonlyMap<string, Serve>
  /** The methods as the header `Allow` lists them. */
  readonly allow: string
}

/** Where the target of a request leads; without a resource it is none of ours. */
export interface Found {
  readonly resource: Resource | undefined
  readonly params: Fields
  /** The query string as it came. */
  readonly search: string
}

/** A request whose head has been read. */
export class HttpRequest {
  readonly id: string = randomUUID()
  readonly raw: IncomingMessage
  readonly method: string
  readonly headers: IncomingHttpHeaders
  /** What it asks for, also where that does not know the method. */
  readonly resource: Resource | undefined
  /** The parameters in its path. */
  readonly params: Fields
  readonly #search: string
  readonly #proxies: Proxies
  #query: Fields | undefined
  #ip: string | undefined

  constructor(raw: IncomingMessage, { resource, params, search }: Found, proxies: Proxies) {
    this.raw = raw
    this.method = raw.method ?? ''
    this.headers = raw.headers
    this.resource = resource
    this.params = params
    this.#search = search
    this.#proxies = proxies
  }

  /** The declared path, where it can be asked with this method. */
  get route(): string | undefined {
    return this.resource?.methods.has(this.method) ? this.resource.path : undefined
  }

  /** The fields of the query string; a list where one comes twice. */
  get query(): Fields {
    this.#query ??= parse(this.#search, '&', '=', { maxKeys: 0, decodeURIComponent: decoded })
    return this.#query
  }

  /** The address it comes from. */
  get ip(): string {
    this.#ip ??= this.#proxies.clientOf(this.raw)
    return this.#ip
  }
}

/** What is no proper escape is left as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
