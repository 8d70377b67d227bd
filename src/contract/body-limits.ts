import type { TObject } from 'typebox'
import { limits } from './limits.ts'
import type { Schema } from './type.ts'

/** Size limits of a request body. All four are checked before it is parsed. */
export interface BodyLimits {
  readonly bytes: number
  /** Names in all objects together. */
  readonly fields: number
  /** Entries in all lists together. */
  readonly items: number
  /** Nested objects and lists. */
  readonly depth: number
}

/** The minimum for every endpoint, because clients may send fields that an endpoint does not know. */
export const minBody: BodyLimits = { bytes: 16 * 1024, fields: 200, items: 200, depth: 8 }

/** The longest escape of one character in JSON: two units of UTF-16, each as `\uXXXX`. */
const maxCharacter = 12
/** The maximum length of strings that have a pattern and no `maxLength`, such as dates. */
const formedText = 32
/** A sign and sixteen digits in quotes. */
const integer = 19

/**
 * The limits of an endpoint's body, computed from its input schema: the largest valid input passes, even with every character escaped.
 * If the schema does not bound the input, `body` states the limits.
 */
export function bodyLimits({
  input,
  body,
}: {
  readonly input: TObject
  readonly body?: Partial<BodyLimits>
}): BodyLimits {
  const token: Schema = { type: 'string', maxLength: limits.token }
  const { properties } = input as Schema // `Type` built it
  const needed = largest({ type: 'object', properties: { token, ...properties } })
  return {
    bytes: Math.min(limits.body, Math.max(minBody.bytes, needed.bytes)),
    fields: roomFor(needed.fields, minBody.fields),
    items: roomFor(needed.items, minBody.items),
    depth: Math.max(minBody.depth, needed.depth),
    ...body,
  }
}

/** Some more than needed, so that a list that is a little too long gets its own error. */
const roomFor = (needed: number, least: number) => (needed > least ? needed + least : least)

/** The size of the largest JSON that a schema allows, without whitespace. */
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

const text = (characters: number) => '""'.length + maxCharacter * characters
const scalar = (bytes: number): BodyLimits => ({ bytes, fields: 0, items: 0, depth: 0 })
const most = (a: BodyLimits, b: BodyLimits): BodyLimits => ({
  bytes: Math.max(a.bytes, b.bytes),
  fields: Math.max(a.fields, b.fields),
  items: Math.max(a.items, b.items),
  depth: Math.max(a.depth, b.depth),
})
