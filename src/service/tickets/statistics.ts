import { setImmediate } from 'node:timers/promises'
import { type Clock, day, second, zoned } from '#kit/time.ts'
import type { Store, Tx } from '#store/store.ts'
import { lists } from '#store/tally.ts'
import type { SettingService } from '../settings.ts'

/** How far back the series go, and the stretch that medians and members are looked at over. */
const weeks = 53
const months = 12
const lately = 90 * day
const devices = 12
const mostLeft = 100
const ages = [1, 3, 7, 30] as const

/** What administrators learn from figures. */
export function statisticsService(store: Store, now: Clock, settings: SettingService) {
  async function period(tx: Tx, from: Temporal.ZonedDateTime, until: Temporal.ZonedDateTime) {
    const [a, b] = [from.epochMilliseconds, until.epochMilliseconds]
    const { repaired, unrepairable } = await tx.statistics.finished(a, b)
    const created = await tx.statistics.created(a, b)
    return { start: from.toPlainDate().toString(), created, finished: repaired, unrepairable }
  }

  /** So many stretches of a length, oldest first, the last of which has begun. */
  async function series(tx: Tx, begun: Temporal.ZonedDateTime, count: number, length: 'weeks' | 'months') {
    const all = []
    for (let back = count - 1; back >= 0; back -= 1) {
      const from = begun.subtract({ [length]: back })
      all.push(await period(tx, from, from.add({ [length]: 1 })))
      // SQLite answers at once; in between, others have their turn.
      await setImmediate()
    }
    return all
  }

  async function took(tx: Tx, what: 'claim' | 'repair', at: number) {
    const { count, times } = await tx.statistics.took(what, at - lately, [0.5, 0.9])
    const [median = 0, p90 = 0] = times.map((ms) => Math.round(ms / second))
    return { count, median, p90 }
  }

  /** Unfinished tickets by how many days old they are. */
  async function openByAge(tx: Tx, at: number) {
    const total = await tx.tally.total(lists.open)
    const younger = []
    for (const days of ages) {
      const fromId = await tx.ticketLists.firstSince(at - days * day)
      younger.push(fromId === undefined ? 0 : await tx.ticketLists.openSince(fromId))
    }
    const edges = [0, ...younger, total]
    return [0, ...ages].map((fromDays, i) => ({
      fromDays,
      untilDays: ages[i] ?? null,
      count: (edges[i + 1] ?? 0) - (edges[i] ?? 0),
    }))
  }

  return {
    summary: () =>
      store.read(async (tx) => ({
        notInExternal: await tx.tally.total(lists.unforwarded),
        total: await tx.tally.total(lists.all),
      })),

    detail: () =>
      store.read(async (tx) => {
        const at = now()
        const today = zoned(at, settings.current().timeZone).startOfDay()
        return {
          weeks: await series(tx, today.subtract({ days: today.dayOfWeek - 1 }), weeks, 'weeks'),
          months: await series(tx, today.with({ day: 1 }), months, 'months'),
          types: [
            {
              type: 0,
              total: await tx.tally.total(lists.appliances),
              open: await tx.tally.total(lists.openAppliances),
            },
            { type: 1, total: await tx.tally.total(lists.computers), open: await tx.tally.total(lists.openComputers) },
          ],
          secondsToClaim: await took(tx, 'claim', at),
          secondsToRepair: await took(tx, 'repair', at),
          open: await openByAge(tx, at),
          devices: await tx.statistics.devices(at - lately, devices),
          members: await tx.statistics.repairedBy(at - lately),
          left: await tx.statistics.left(mostLeft),
        }
      }),
  }
}
