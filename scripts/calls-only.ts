import type { Plugin } from 'rolldown'
import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'

/**
 * Pages call endpoints and never check what they send: of each endpoint a client needs the method, the path and the kind of answer. The
 * schemas and summaries of all the others' endpoints would be in everybody's first load.
 */
export function callsOnly(): Plugin {
  const pick = ({ method, path, answer, bytes, query, form }: Endpoint) => ({
    method,
    path,
    answer,
    bytes,
    query,
    form,
  })
  const calls = Object.fromEntries(
    Object.entries(contract).map(([area, group]) => [
      area,
      Object.fromEntries(Object.entries(group).map(([name, endpoint]) => [name, pick(endpoint)])),
    ]),
  )
  return {
    name: 'calls-only',
    load: (id) =>
      id.endsWith('/src/contract/index.ts') ? `export const contract = ${JSON.stringify(calls)}` : undefined,
  }
}
