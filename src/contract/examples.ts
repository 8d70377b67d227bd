import { originalOf, type Schema } from './type.ts'

/** The example of a schema: its own, or one composed of the examples of its parts. */
export function exampleOf(schema: Schema): unknown {
  const [own] = schema.examples ?? originalOf(schema).examples ?? []
  if (own !== undefined) return own
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return schema.anyOf.map(exampleOf).find((example) => example !== null)
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, each]) => [name, exampleOf(each)]))
    case 'array': {
      const item = exampleOf(schema.items ?? {})
      return item === undefined ? undefined : [item]
    }
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return undefined
  }
}
