import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import type { Contract } from '#contract/index.ts'
import type { Lang } from '#contract/languages.ts'
import type { ActorFor } from '#service/shared/actor.ts'
import type { Origin } from '#service/shared/ports.ts'
import type { Limiter } from '../limits.ts'

/** A checked request. */
export interface Call<E extends Endpoint> {
  readonly input: Input<E>
  readonly actor: ActorFor<E['role']>
  readonly lang: Lang
  readonly origin: Origin
  /** The header `User-Agent`. */
  readonly agent: string | undefined
  /** Counts the call against the limit of a receipt's owner or a kiosk, which no token names. */
  readonly count: Limiter['countFor']
  /** The token of `Authorization: Bearer`. */
  readonly bearer: string | undefined
  /** The header `Idempotency-Key`, if the endpoint supports it. */
  readonly key: string | undefined
  /** Headers of the answer, which the handler sets. */
  readonly headers: { -readonly [Name in keyof E['headers']]?: string }
  readonly ifNoneMatch: string | undefined
  /** The header `Cookie`. */
  readonly cookie: string | undefined
  /** True if one of our pages sent the request. Only such a request may use a cookie. */
  readonly isOwnPage: boolean
  /** Identifies the connection. */
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
