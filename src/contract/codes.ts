import { entriesOf } from '#kit/typed-keys.ts'

/** The code tables of the interface. The names of the codes are keys in `words/`; GET /codes answers all tables. */
export const ticketTypes = { appliance: 0, computer: 1 } as const

/**
 * The phase of a repair decides who may move the ticket, and which lists and statistics count it.
 * - `unclaimed`: any member may claim it. Only one status has this phase.
 * - `in_work`: the team has the device; those who work on it and administrators move it.
 * - `finished`: the same, and the device can be collected.
 * - `closed`: no further work is done.
 *
 * The owner may cancel it wherever its moves lead to `cancelled`.
 */
export type Phase = StatusMeaning['phase']

type StatusMeaning = {
  readonly code: number
  /** The Mantine colour of its badge. */
  readonly colour: 'blue' | 'teal' | 'gray' | 'grape' | 'green' | 'indigo' | 'orange' | 'red' | 'yellow'
  /** The statuses that can follow it. */
  readonly moves: readonly string[]
  /** The step of the progress bar that owners see. */
  readonly step: string
} & (
  | { readonly phase: 'unclaimed'; readonly step: 'filed' }
  | { readonly phase: 'in_work'; readonly step: 'taken' }
  | { readonly phase: 'finished'; readonly repaired: boolean }
  | { readonly phase: 'closed' }
)

const inWork = { phase: 'in_work', step: 'taken' } as const
const finished = { phase: 'finished', moves: ['repairing'] } as const
const ends = ['repaired', 'unrepairable', 'cancelled'] as const
/** The definition of every status. All code that depends on a status uses this table. */
export const ticketStatuses = {
  submitted: { code: 0, phase: 'unclaimed', colour: 'blue', step: 'filed', moves: ['accepted', 'cancelled'] },
  accepted: { code: 1, ...inWork, colour: 'teal', moves: ['submitted', 'diagnosing', 'repairing', 'waiting', ...ends] },
  diagnosing: { code: 2, ...inWork, colour: 'indigo', moves: ['accepted', 'repairing', 'waiting', ...ends] },
  repairing: { code: 3, ...inWork, colour: 'grape', moves: ['accepted', 'diagnosing', 'waiting', ...ends] },
  waiting: { code: 4, ...inWork, colour: 'yellow', moves: ['accepted', 'diagnosing', 'repairing', ...ends] },
  repaired: { code: 5, ...finished, repaired: true, colour: 'green', step: 'ready' },
  unrepairable: { code: 6, ...finished, repaired: false, colour: 'orange', step: 'unrepairable' },
  cancelled: { code: 7, phase: 'closed', colour: 'gray', step: 'cancelled', moves: [] },
} as const satisfies Record<string, StatusMeaning>

type Statuses = typeof ticketStatuses
export type StatusName = keyof Statuses
export type Status = Statuses[StatusName]['code']
export type StatusStep = Statuses[StatusName]['step']

const entries = entriesOf(ticketStatuses)
export const statuses = Object.fromEntries(entries.map(([name, { code }]) => [name, code])) as {
  readonly [N in StatusName]: Statuses[N]['code']
}

const meaning = ([name, status]: (typeof entries)[number]) => {
  const following: readonly StatusName[] = status.moves
  const repaired = status.phase === 'finished' && status.repaired
  return { ...status, name, repaired, moves: following.map((to): Status => statuses[to]) }
}
const meanings = new Map<number, ReturnType<typeof meaning>>(entries.map((one) => [one[1].code, meaning(one)]))

/** The definition of a status. A page that is older than the service treats an unknown status as work in progress. */
export function statusMeaning(code: number): ReturnType<typeof meaning> {
  return meanings.get(code) ?? meaning(['accepted', ticketStatuses.accepted])
}

/** The codes of all statuses in these phases. */
export function statusesIn(...phases: readonly Phase[]): Status[] {
  return entries.filter(([, { phase }]) => phases.includes(phase)).map(([, { code }]) => code)
}

export const accessories = {
  power_adapter: 0,
  power_cable: 1,
  battery: 2,
  mouse: 3,
  keyboard: 4,
  bag_or_box: 5,
  remote_control: 6,
  storage_or_memory: 7,
  other: 8,
} as const

export const noteTypes = { recorded: 0, comment: 1, internal: 2 } as const

export const queryTypes = { all: 0, appliances: 1, computers: 2, unclaimed: 3, mine: 4 } as const

export const operations = {
  create: 0,
  update: 1,
  delete: 2,
  pick: 3,
  drop: 4,
  move: 5,
  retrieve: 6,
  forward: 7,
  comment: 8,
  log_in: 9,
  log_out: 10,
  ask_leave: 11,
  conclude: 12,
  assign: 13,
  export: 14,
  import: 15,
} as const

export const targets = {
  ticket: 0,
  duty: 1,
  roster: 2,
  member: 3,
  user: 4,
  feedback: 5,
  settings: 6,
  hours: 7,
  data: 8,
  stocktake: 9,
  certificate: 10,
  repair_day: 11,
} as const

/** Product categories by the numbers of the Open Repair Data Standard 0.3. */
export const categories = {
  aircon_dehumidifier: 1,
  battery_charger_adapter: 2,
  decorative_or_safety_lights: 3,
  desktop_computer: 4,
  digital_compact_camera: 5,
  dslr_video_camera: 6,
  fan: 7,
  flat_screen: 8,
  hair_and_beauty: 9,
  handheld_entertainment: 10,
  headphones: 11,
  hifi_integrated: 12,
  hifi_separates: 13,
  kettle: 14,
  lamp: 15,
  laptop: 16,
  large_home_electrical: 17,
  misc: 18,
  mobile: 19,
  musical_instrument: 20,
  paper_shredder: 21,
  pc_accessory: 22,
  portable_radio: 23,
  power_tool: 24,
  printer_scanner: 25,
  projector: 26,
  sewing_machine: 27,
  small_home_electrical: 28,
  small_kitchen_item: 29,
  tablet: 30,
  toaster: 31,
  toy: 32,
  tv_and_gaming_accessories: 33,
  vacuum: 34,
  watch_clock: 35,
  coffee_maker: 36,
  food_processor: 37,
  games_console: 38,
  hair_dryer: 39,
  iron: 40,
} as const

export const codeTables = {
  type: ticketTypes,
  status: statuses,
  accessory: accessories,
  note: noteTypes,
  queryType: queryTypes,
  operation: operations,
  target: targets,
  category: categories,
} as const

export type CodeTables = typeof codeTables
export type LogOperation = keyof typeof operations
export type LogTarget = keyof typeof targets
