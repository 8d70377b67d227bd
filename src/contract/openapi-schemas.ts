import { type CodeTables, codeTables } from './codes.ts'
import { exampleOf } from './examples.ts'
import { codeTableKey } from './fields.ts'
import { langs } from './languages.ts'
import { withoutMarks } from './tickets/ticket-access.ts'
import { originalOf, type Schema } from './type.ts'
import { words } from './words/index.ts'

type Json = Record<string, unknown>

/** Draws schemas for OpenAPI. Named schemas become components with references to them. */
export class Schemas {
  readonly components: Record<string, Json> = {}
  readonly #named = new Map<string, Schema>()

  draw(schema: Schema): Json {
    const { title } = schema
    if (title === undefined) return this.#whole(schema)
    const original = originalOf(schema)
    const known = this.#named.get(title)
    if (known !== undefined && known !== original) throw new Error(`two schemas are called ${title}`)
    if (known === undefined) {
      this.#named.set(title, original)
      this.components[title] = this.#whole(original)
    }
    const { description, examples } = schema
    return {
      $ref: `#/components/schemas/${title}`,
      ...(description === original.description ? {} : { description }),
      ...(examples === original.examples ? {} : { examples }),
    }
  }

  #whole(schema: Schema): Json {
    const { title, properties, patternProperties, items, anyOf, ...rest } = withoutMarks(schema)
    const each = (parts: Readonly<Record<string, Schema>>) =>
      Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, this.draw(part)]))
    const example = properties || patternProperties || items || anyOf ? undefined : exampleOf(schema)
    return {
      ...withCodes(rest),
      ...(properties && { properties: each(properties) }),
      ...(patternProperties && { patternProperties: each(patternProperties) }),
      ...(items && { items: this.draw(items) }),
      ...(anyOf && { anyOf: anyOf.map((part) => this.draw(part)) }),
      ...(rest.examples || example === undefined ? {} : { examples: [example] }),
    }
  }
}

/** Adds the names of a code table: as the only allowed values, or in the description if clients may have codes of their own. */
function withCodes(schema: Schema & { readonly [codeTableKey]?: keyof CodeTables }): Json {
  const { [codeTableKey]: table, minimum, maximum, ...rest } = schema
  if (table === undefined) return { ...schema }
  // The same keys in the table and in every language, by the type of Words.
  const names = langs.toSorted().map((lang) => words[lang].codes[table] as Record<string, string>)
  const codes = Object.entries<number>(codeTables[table]).map(([key, code]) => ({
    const: code,
    title: key,
    description: names.map((name) => name[key]).join(' / '),
  }))
  if (maximum === codes.at(-1)?.const) return { ...rest, oneOf: codes }
  const list = codes.map((code) => `\`${code.const}\` ${code.title}`).join(', ')
  return { ...rest, minimum, maximum, description: `${schema.description} Known codes: ${list}.` }
}
