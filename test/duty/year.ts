import assert from 'node:assert/strict'
import { defaultSettings } from '#contract/team/settings.ts'
import { type DutyFacts, type DutyStatus, dutyStatus, nextOpening } from '#rules/duty/duty.ts'
import { isUrgent, quietUntil, remindersAt, type ShiftKind } from '#rules/messages/messages.ts'
import { type Opinion, opinions, remindersTold } from './oracle.ts'
import { factsAfter, minutes, randomWorld, start, type World } from './world.ts'

const at = (minute: number) => start + minute * 60_000

/** Compares the duty of every minute of 2026 with the oracle, in a made-up team. */
export function checkYear(seed: number, zone: string): void {
  const world = randomWorld(seed, zone)
  const expected = opinions(world)
  const edges = [0, ...world.deeds.map(minuteOf), minutes]
  for (let epoch = 0; epoch + 1 < edges.length; epoch += 1)
    compareStretch(factsAfter(world, epoch), expected, edges[epoch] ?? 0, edges[epoch + 1] ?? 0)
}

// A term with the clock changes of both hemispheres.
const [termFrom, termUntil] = [60 * 24 * 60, 181 * 24 * 60]

/** Compares the reminders of a term with the oracle, in a made-up team. */
export function checkReminders(seed: number, zone: string): void {
  const world = { ...randomWorld(seed, zone), deeds: [] }
  const sent = remindersSent(world, zone)
  const expected = remindersTold(world, termFrom, termUntil).map(({ minute, what }) => `${minute} ${what}`)
  assert.deepEqual(sent.toSorted(), expected.toSorted())
  const reminded = new Set(sent.map((one) => one.split(' ').slice(1, 4).join(' ')))
  const forgotten = openedShifts(world).filter((shift) => !reminded.has(`shift_soon ${shift}`))
  assert.deepEqual(forgotten, [], 'an hour before each shift')
}

/** Each shift that opens during the term, as its date and number. */
function openedShifts(world: World): string[] {
  const keyOf = ({ key }: Opinion) => key.replace('shift ', '')
  const term = opinions(world).slice(termFrom, termUntil)
  return [...new Set(term.filter(isOpen).map(keyOf))].filter((key) => key !== keyOf(term[0] as Opinion))
}

function remindersSent({ term, slots, leaves, removed }: World, zone: string): string[] {
  const facts: DutyFacts = { term, slots, leaves, removed, written: [], correction: undefined }
  const settings = { messages: defaultSettings.messages, minimumPerShift: 2 }
  const known = new Set<string>()
  const sent: string[] = []
  let waiting: string[] = []
  for (let minute = termFrom; minute < termUntil; minute += 1) {
    const holding = remindersAt(facts, settings, at(minute))
    const what = holding.map(({ kind, date, shift, people }) => `${kind} ${date} ${shift} ${people.toSorted().join()}`)
    waiting.push(...what.filter((one) => !known.has(one)))
    for (const one of what) known.add(one)
    if (waiting.length === 0) continue
    const quiet = quietUntil(settings.messages, zone, at(minute)) !== undefined
    const due = waiting.filter((one) => !quiet || isUrgent(one.split(' ')[0] as ShiftKind)) // as it was put together
    waiting = waiting.filter((one) => !due.includes(one))
    for (const one of due) if (what.includes(one)) sent.push(`${minute} ${one}`)
  }
  return sent
}

function minuteOf(deed: World['deeds'][number]): number {
  return (('written' in deed ? deed.written : deed.correction).at - start) / 60_000
}

/**
 * Compares one period without a change: the result of the function, the end that it announces, and what it says comes
 * next.
 */
function compareStretch(facts: DutyFacts, expected: readonly Opinion[], from: number, until: number): void {
  let ends = until
  let opens = until
  let seen: DutyStatus['interval'] | undefined
  for (let minute = until - 1; minute >= from; minute -= 1) {
    const opinion = expected[minute]
    const after = minute + 1 < until ? expected[minute + 1] : undefined
    if (after && after.key !== opinion?.key) {
      ends = minute + 1
      if (isOpen(after)) opens = minute + 1
    }
    const found = dutyStatus(facts, at(minute))
    if (found.duty !== opinion?.duty || found.count !== opinion.count || found.inDuty !== isOpen(opinion))
      assert.deepEqual({ duty: found.duty, count: found.count }, opinion, when(minute))
    // Beyond the next action the oracle knows a future that the function cannot know.
    if (ends < until ? found.interval.until !== at(ends) : found.interval.until < at(until))
      assert.equal(new Date(found.interval.until).toISOString(), new Date(at(ends)).toISOString(), when(minute))
    if (found.interval.until === seen?.until) continue
    seen = found.interval
    const next = nextOpening(facts, found.interval)?.interval.from ?? Number.POSITIVE_INFINITY
    if (opens < until ? next !== at(opens) : next < at(until))
      assert.equal(next, at(opens), `${when(minute)}: the next opening`)
  }
}

const when = (minute: number) => `minute ${minute}, ${new Date(at(minute)).toISOString()}`
const isOpen = ({ duty }: Opinion) => duty !== '0' && duty !== 'off'
