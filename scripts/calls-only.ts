import type { Plugin } from 'rolldown'
import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'

/**
 * Replaces the contract in the builds of the clients by a table of calls, without the schemas and summaries:
 * docs/decisions/029-two-substitutes-around-the-contract.md.
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
