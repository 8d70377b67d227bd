import type { TObject } from 'typebox'
import { limits } from './limits.ts'
import type { Schema } from './type.ts'

/** How large a body may be that an endpoint reads. All four are checked before any of it is parsed. */
export interface BodyLimits {
  readonly bytes: number
  /** Names in objects, in all of them together. */
  readonly fields: number
  /** Entries in lists, in all of them together. */
  readonly items: number
  /** Objects and lists inside each other. */
  readonly depth: number
}

/** What every endpoint takes, however little it asks for: clients may send fields that an endpoint does not know. */
export const leastBody: BodyLimits = { bytes: 16 * 1024, fields: 200, items: 200, depth: 8 }

/** The longest escape of one character in JSON: two units of UTF-16, each as `\uXXXX`. */
const longestCharacter = 12
/** The longest of the strings that have a form and no length, such as dates. */
const formedText = 32
/** A sign and sixteen digits, as text. */
const integer = 19

/**
 * What an endpoint takes. It follows from its input: the largest valid one passes also if each of its characters is escaped. An endpoint whose
 * schema does not say how large its input is says so by `body`.
 */
export function bodyLimits({
  input,
  body,
}: {
  readonly input: TObject
  readonly body?: Partial<BodyLimits>
}): BodyLimits {
  const token: Schema = { type: 'string', maxLength: limits.token }
  const { properties } = input as Schema // what Type has built
  const needed = largest({ type: 'object', properties: { token, ...properties } })
  return {
    bytes: Math.min(limits.body, Math.max(leastBody.bytes, needed.bytes)),
    fields: roomFor(needed.fields, leastBody.fields),
    items: roomFor(needed.items, leastBody.items),
    depth: Math.max(leastBody.depth, needed.depth),
    ...body,
  }
}

/** Some more than is needed: a list that is a little too long gets a sentence of its own. */
const roomFor = (needed: number, least: number) => (needed > least ? needed + least : least)

/** The largest JSON that a schema allows, without blanks. */
function largest(schema: Schema): BodyLimits {
  const { type, anyOf, properties = {}, items = {}, maxItems = 0, maxLength = formedText } = schema
  if (anyOf) return anyOf.map(largest).reduce((a, b) => most(a, b), scalar(0))
  if (schema.enum) return scalar(Math.max(...schema.enum.map((value) => text(String(value).length))))
  if (schema.const !== undefined) return scalar(text(String(schema.const).length))
  switch (type) {
    case 'object': {
      const all = Object.entries(properties).map(([name, each]) => ({ name, ...largest(each) }))
      return {
        bytes: all.reduce((sum, { name, bytes }) => sum + '"":,'.length + name.length + bytes, '{}'.length),
        fields: all.reduce((sum, { fields }) => sum + 1 + fields, 0),
        items: all.reduce((sum, { items }) => sum + items, 0),
        depth: 1 + Math.max(0, ...all.map(({ depth }) => depth)),
      }
    }
    case 'array': {
      const each = largest(items)
      return {
        bytes: '[]'.length + maxItems * (each.bytes + ','.length),
        fields: maxItems * each.fields,
        items: Math.max(1, maxItems * (1 + each.items)),
        depth: 1 + each.depth,
      }
    }
    case 'string':
      return scalar(text(maxLength))
    default:
      return scalar(integer)
  }
}

const text = (characters: number) => '""'.length + longestCharacter * characters
const scalar = (bytes: number): BodyLimits => ({ bytes, fields: 0, items: 0, depth: 0 })
const most = (a: BodyLimits, b: BodyLimits): BodyLimits => ({
  bytes: Math.max(a.bytes, b.bytes),
  fields: Math.max(a.fields, b.fields),
  items: Math.max(a.items, b.items),
  depth: Math.max(a.depth, b.depth),
})
