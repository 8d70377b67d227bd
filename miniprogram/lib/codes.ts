import { accessories, type CodeTables, statusMeaning, ticketTypes } from '#contract/codes.ts'
import { type Lang, textIn } from '#contract/languages.ts'
import { codeWords as en_US } from '#contract/words/codes-en_US.ts'
import { codeWords as zh_CN } from '#contract/words/codes-zh_CN.ts'
import { keysOf } from '#kit/typed-keys.ts'
import { language } from './language.ts'
import { ifOlder } from './older-service.ts'
import { api } from './session.ts'

type Codes = Partial<Awaited<ReturnType<typeof api.machines.codes>>>
type Info = Awaited<ReturnType<typeof api.team.info>>
type Team = Pick<Info, 'name' | 'place' | 'kinds' | 'phoneByCode'>
type Board = Pick<Awaited<ReturnType<typeof api.team.board>>, 'time' | 'duty'>

const plainTeam: Team = { name: '', place: { name: { zh_CN: '', en_US: '' }, map: '' }, kinds: [], phoneByCode: false }

let codes: Promise<Codes> | undefined
let team: Promise<Team> | undefined

/** Caches a request; a failed one is repeated. */
const once = <T>(work: Promise<T>, forget: () => void): Promise<T> => {
  work.catch(forget)
  return work
}

export const cachedTeam = (): Promise<Team> => {
  team ??= once(
    ifOlder<Partial<Team>>(api.team.info(), () => ({})).then((told) => ({ ...plainTeam, ...told })),
    () => {
      team = undefined
    },
  )
  return team
}

export async function currentBoard(): Promise<Board> {
  const earlier = async () => ({ time: '', duty: await api.duty.info() })
  const { time = '', duty } = await ifOlder<Partial<Board>>(api.team.board(), earlier)
  return { time, duty: duty ?? (await api.duty.info()) }
}

export async function codeNames(): Promise<(table: keyof CodeTables, code: number) => string> {
  codes ??= once(
    ifOlder<Codes>(api.machines.codes(), () => ({})),
    () => {
      codes = undefined
    },
  )
  const found = await codes
  return (table, code) =>
    found[table]?.find((entry) => entry.code === code)?.name[language.current()] ??
    ownName(table, code, language.current()) ??
    String(code)
}

const nameIn = <N extends string>(table: Readonly<Record<N, number>>, code: number) =>
  keysOf(table).find((name) => table[name] === code)

/** Names for a service that does not tell them. */
function ownName(table: keyof CodeTables, code: number, lang: Lang): string | undefined {
  const { status, accessory, type } = { zh_CN, en_US }[lang]
  if (table === 'status') return status[statusMeaning(code).name]
  const brought = table === 'accessory' && nameIn(accessories, code)
  if (brought) return accessory[brought]
  const kind = table === 'type' && nameIn(ticketTypes, code)
  return kind ? type[kind] : undefined
}

export async function kindNames(): Promise<(of: { readonly type: number; readonly kind?: number }) => string> {
  const [{ kinds }, name] = await Promise.all([cachedTeam(), codeNames()])
  return ({ type, kind }) => {
    const own = kinds.find(({ id }) => id === kind)
    return (own && textIn(own.name, language.current())) || name('type', type)
  }
}

/** The team's time. WeChat has no time zones, so the service tells the time once and this phone counts on. */
let told: { readonly clock: number; readonly at: number } | undefined

export async function teamClock(): Promise<string> {
  if (!told) {
    const { time } = await currentBoard()
    if (time === '') return ''
    told = { clock: Date.parse(`${time.slice(0, 19)}Z`), at: Date.now() }
  }
  return new Date(told.clock + Date.now() - told.at).toISOString().slice(0, 19)
}
