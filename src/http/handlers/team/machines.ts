import { createHash, timingSafeEqual } from 'node:crypto'
import { codeTables, statusMeaning } from '#contract/codes.ts'
import { Refusal } from '#contract/errors.ts'
import { type Lang, langs } from '#contract/languages.ts'
import { openapi } from '#contract/openapi.ts'
import { barriers, outcomes } from '#contract/tickets/outcome-fields.ts'
import { words } from '#contract/words/index.ts'
import type { MetricsRegistry } from '#kit/metrics.ts'
import { entriesOf } from '#kit/typed-keys.ts'
import { cachedResponse } from '../../cached-response.ts'
import { referencePage, referenceScript } from '../../reference.ts'
import type { Handlers } from '../handler.ts'

export interface MonitoringContext {
  readonly version: string
  readonly meter: MetricsRegistry
  /** Metrics are open to every client, or need the token. */
  readonly access: 'open' | { readonly token: string | undefined }
  /** Throws if the service cannot serve now. */
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
  const tables = entriesOf(codeTables)
  const nameIn = (names: (lang: Lang) => object, key: string) =>
    Object.fromEntries(langs.map((lang) => [lang, (names(lang) as Record<string, string>)[key]])) as Record<
      Lang,
      string
    > // complete by the type of Words
  const numbered = (table: keyof typeof codeTables, values: Readonly<Record<string, number>>) =>
    Object.entries(values).map(([key, code]) => ({
      code,
      name: nameIn((lang) => words[lang].codes[table], key),
      ...(table === 'status' ? { moves: statusMeaning(code).moves } : {}),
    }))
  const named = (codes: readonly string[], table: 'outcomes' | 'barriers') =>
    codes.map((code) => ({ code, name: nameIn((lang) => words[lang][table], code) }))
  return {
    ...Object.fromEntries(tables.map(([table, values]) => [table, numbered(table, values)] as const)),
    outcome: named(outcomes, 'outcomes'),
    barrier: named(barriers, 'barriers'),
  }
}

/** Compares in constant time. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
