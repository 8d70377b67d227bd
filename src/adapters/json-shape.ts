import type { Static, TSchema } from 'typebox'
import { firstFlaw } from '#contract/check.ts'
import { Type } from '#contract/type.ts'
import { Trouble } from '#service/shared/trouble.ts'
import { type HttpReply, parseJson } from './http-client.ts'

/** The answer as JSON of this shape, or trouble. What the shape does not name may be anything. */
export function parseAs<S extends TSchema>(answer: HttpReply, shape: S): Static<S> {
  const value = parseJson(answer)
  if (firstFlaw(shape, value)) throw new Trouble({ say: 'not_understood' })
  return value as Static<S> // it was looked at just now
}

const digits = '^[1-9][0-9]{0,15}$'

/** The number of a ticket or of something else there, which some write as text. */
export const RemoteId = Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: digits })])

/** Whether it is one of theirs: a number that another system gave may be anything, and would become part of an address. */
export const isRemoteId = (id: string) => new RegExp(digits).test(id)

/** What a setting names does not fit what is there. */
export const misconfigured = (setting: 'EXTERNAL_PROJECT' | 'EXTERNAL_FIELD' | 'EXTERNAL_TRACKER', hopeless = false) =>
  new Trouble({ say: 'misconfigured', setting }, { hopeless })
