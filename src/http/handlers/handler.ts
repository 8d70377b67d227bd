import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import type { Contract } from '#contract/index.ts'
import type { Lang } from '#contract/languages.ts'
import type { ActorFor } from '#service/shared/actor.ts'
import type { Origin } from '#service/shared/ports.ts'
import type { Limiter } from '../limits.ts'

/** What a handler is given: checked input, who asks, in which language, from where. */
export interface Call<E extends Endpoint> {
  readonly input: Input<E>
  readonly actor: ActorFor<E['role']>
  readonly lang: Lang
  readonly origin: Origin
  /** The header `User-Agent`; what they use is `deviceOf` it. */
  readonly agent: string | undefined
  /** Counts the call against a limit of whoever turns out to do it, where no token says so. */
  readonly count: Limiter['counting']
  /** What came as `Authorization: Bearer`. */
  readonly bearer: string | undefined
  /** What the header `Idempotency-Key` says, where the endpoint honours it. */
  readonly key: string | undefined
  /** What goes out as headers of a success, by the names that the endpoint announces. */
  readonly headers: { -readonly [Name in keyof E['headers']]?: string }
  /** What the client has already: the header `If-None-Match`. */
  readonly held: string | undefined
  /** The header as it came. */
  readonly cookie: string | undefined
  /** Whether a page of ours asks: of the requests that a browser sends by itself, only these may use what it keeps. */
  readonly ownPage: boolean
  /** The connection it came over, to tell it from others. */
  readonly connection: object
}

/** The handler of an endpoint without fields in its answer returns nothing. */
export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => keyof Output<E> extends never ? Promise<void> : Promise<Output<E>> | Output<E>

/** A handler for each endpoint of an area: leaving one out does not compile. */
export type Handlers<Area extends keyof Contract> = {
  readonly [Name in keyof Contract[Area]]: Contract[Area][Name] extends Endpoint ? Handler<Contract[Area][Name]> : never
}
