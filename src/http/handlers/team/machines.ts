import { createHash, timingSafeEqual } from 'node:crypto'
import { codeTables, statusMeaning } from '#contract/codes.ts'
import { Refusal } from '#contract/errors.ts'
import { type Lang, langs } from '#contract/languages.ts'
import { openapi } from '#contract/openapi.ts'
import { barriers, outcomes } from '#contract/tickets/outcome-fields.ts'
import { words } from '#contract/words/index.ts'
import type { MetricsRegistry } from '#kit/metrics.ts'
import { cachedResponse } from '../../cached-response.ts'
import { referencePage, referenceScript } from '../../reference.ts'
import type { Handlers } from '../handler.ts'

/** What the endpoints for programs look at. */
export interface MonitoringContext {
  readonly version: string
  readonly meter: MetricsRegistry
  /** Who may see the figures: everybody who can reach us, or whoever has the token. */
  readonly access: 'open' | { readonly token: string | undefined }
  /** Throws unless it can serve. */
  readonly probe: () => Promise<void>
}

export function machineHandlers({ version, meter, access, probe }: MonitoringContext): Handlers<'machines'> {
  const tables = codes()
  let document: ReturnType<typeof cachedResponse> | undefined
  return {
    codes: () => tables,
    health: () => ({ status: 'ok' }),
    ready: async () => {
      await probe().catch((cause: unknown) => {
        throw cause instanceof Refusal ? cause : new Refusal('storage_unavailable', undefined, { cause })
      })
      return { status: 'ok' }
    },
    metrics: ({ bearer }) => {
      if (access !== 'open' && !(access.token && bearer && sameText(access.token, bearer)))
        throw new Refusal('not_found')
      return { headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }, body: meter.text() }
    },
    openapi: () => {
      document ??= cachedResponse(JSON.stringify(openapi(version)), {
        'content-type': 'application/json; charset=utf-8',
      })
      return document
    },
    reference: () => referencePage(),
    referenceScript: () => referenceScript(),
  }
}

function codes() {
  const tables = Object.entries(codeTables) as [keyof typeof codeTables, Readonly<Record<string, number>>][] // its own keys
  const named = (table: keyof typeof codeTables, key: string) =>
    Object.fromEntries(langs.map((lang) => [lang, (words[lang].codes[table] as Record<string, string>)[key]])) // complete by the type of Words
  const coded = (table: keyof typeof codeTables, values: Readonly<Record<string, number>>) =>
    Object.entries(values).map(([key, code]) => ({
      code,
      name: named(table, key) as Record<Lang, string>,
      ...(table === 'status' ? { moves: statusMeaning(code).moves } : {}),
    }))
  // Their codes are the words that calls have for them.
  const worded = (all: readonly string[], names: 'outcomes' | 'barriers') =>
    all.map((code) => ({
      code,
      name: Object.fromEntries(
        langs.map((lang) => [lang, (words[lang][names] as Record<string, string>)[code]]),
      ) as Record<Lang, string>, // complete by the type of Words
    }))
  return {
    ...Object.fromEntries(tables.map(([table, values]) => [table, coded(table, values)] as const)),
    outcome: worded(outcomes, 'outcomes'),
    barrier: worded(barriers, 'barriers'),
  }
}

/** Compares without telling by its time how far two texts agree. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
