import { type Clock, day, second, zoned } from '#kit/time.ts'
import { together } from '#kit/together.ts'
import type { Figures } from '#store/statistics.ts'
import type { Store, Tx } from '#store/store.ts'
import { lists } from '#store/tally.ts'
import type { SettingService } from '../settings.ts'

/** How far back the series go, and the stretch that times, devices and members are looked at over. */
const weeks = 53
const months = 12
const lately = 90 * day
/** So many of that stretch tell the times and the devices as well as all of them. */
const newest = 2_000
const devices = 12
const mostLeft = 100
const ages = [1, 3, 7, 30] as const

/** Where so many weeks or months begin, oldest first, of which the last has begun; and where that one ends. */
const edges = (begun: Temporal.PlainDate, count: number, length: 'weeks' | 'months') =>
  Array.from({ length: count + 1 }, (_, i) => begun.add({ [length]: i + 1 - count }))

/** What administrators learn from figures. */
export function statisticsService(store: Store, now: Clock, settings: SettingService) {
  async function took(tx: Tx, what: 'claim' | 'repair', since: number) {
    const times = Float64Array.from(await tx.statistics.times(what, since, newest)).sort()
    const at = (part: number) => Math.round((times[Math.max(0, Math.ceil(part * times.length) - 1)] ?? 0) / second)
    return { count: times.length, median: at(0.5), p90: at(0.9) }
  }

  /** What was handed in and what became of it, by weeks and by months. */
  async function series(tx: Tx, at: number) {
    const zone = settings.current().timeZone
    const today = zoned(at, zone).toPlainDate()
    const ofWeeks = edges(today.subtract({ days: today.dayOfWeek - 1 }), weeks, 'weeks')
    const ofMonths = edges(today.with({ day: 1 }), months, 'months')
    const start = (date: Temporal.PlainDate) => date.toZonedDateTime(zone).epochMilliseconds
    const until = await tx.statistics.until([...ofWeeks, ...ofMonths].map(start))
    const between = (what: keyof Figures, from: number, to: number) =>
      (until.get(to)?.[what] ?? 0) - (until.get(from)?.[what] ?? 0)
    const periods = (dates: readonly Temporal.PlainDate[]) =>
      dates.slice(0, -1).map((date, i) => {
        const [from, to] = [start(date), start(dates[i + 1] ?? date)]
        return {
          start: date.toString(),
          created: between('created', from, to),
          finished: between('repaired', from, to),
          unrepairable: between('unrepairable', from, to),
        }
      })
    return { weeks: periods(ofWeeks), months: periods(ofMonths) }
  }

  /** Unfinished tickets by how many days old they are. */
  async function openByAge(tx: Tx, at: number) {
    const total = await tx.tally.total(lists.open)
    const younger = await tx.statistics.openSince(ages.map((days) => at - days * day))
    const edges = [0, ...ages.map((days) => younger.get(at - days * day) ?? 0), total]
    return [0, ...ages].map((fromDays, i) => ({
      fromDays,
      untilDays: ages[i] ?? null,
      count: (edges[i + 1] ?? 0) - (edges[i] ?? 0),
    }))
  }

  const type = async (tx: Tx, type: number, all: number, open: number) => ({
    type,
    total: await tx.tally.total(all),
    open: await tx.tally.total(open),
  })

  return {
    summary: () =>
      store.read(async (tx) => ({
        notInExternal: await tx.tally.total(lists.unforwarded),
        total: await tx.tally.total(lists.all),
      })),

    detail: () =>
      store.read(async (tx) => {
        const at = now()
        const since = at - lately
        const [weeksAndMonths, types, secondsToClaim, secondsToRepair, open, most, members, left] = await together([
          series(tx, at),
          together([
            type(tx, 0, lists.appliances, lists.openAppliances),
            type(tx, 1, lists.computers, lists.openComputers),
          ]),
          took(tx, 'claim', since),
          took(tx, 'repair', since),
          openByAge(tx, at),
          tx.statistics.devices(since, newest, devices),
          tx.statistics.repairedBy(since),
          tx.statistics.left(mostLeft),
        ])
        return { ...weeksAndMonths, types, secondsToClaim, secondsToRepair, open, devices: most, members, left }
      }),
  }
}
