import type { Static, TSchema } from 'typebox'
import { firstFlaw } from '#contract/check.ts'
import { Type } from '#contract/type.ts'
import { Trouble } from '#service/shared/trouble.ts'
import { type HttpReply, parseJson } from './http-client.ts'

/** The answer as JSON of this shape. Fields that the shape does not name are not checked. Throws `Trouble`. */
export function parseAs<S extends TSchema>(answer: HttpReply, shape: S): Static<S> {
  const value = parseJson(answer)
  if (firstFlaw(shape, value)) throw new Trouble({ say: 'not_understood' })
  return value as Static<S> // checked above
}

const digits = '^[1-9][0-9]{0,15}$'

/** An id in the other system. Some systems write numbers as text. */
export const RemoteId = Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: digits })])

/** An id becomes part of an address, so it must be a number, whatever another system answered. */
export const isRemoteId = (id: string) => new RegExp(digits).test(id)

/** The other system does not have what the setting names. */
export const misconfigured = (setting: 'EXTERNAL_PROJECT' | 'EXTERNAL_FIELD' | 'EXTERNAL_TRACKER', hopeless = false) =>
  new Trouble({ say: 'misconfigured', setting }, { hopeless })
