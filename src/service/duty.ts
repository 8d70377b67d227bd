import type { DutyInformation, Explained, Wish } from '#contract/duty.ts'
import { Refusal } from '#contract/errors.ts'
import type { Phrase } from '#contract/phrases.ts'
import type { Clock } from '#kit/time.ts'
import {
  correctionAt,
  type Facts,
  nextOpening,
  type Situation,
  situation,
  takesEffect,
  type Written,
} from '#rules/duty.ts'
import { soundWish } from '#rules/written.ts'
import type { Store } from '#store/store.ts'
import type { MemberActor } from './actor.ts'
import { type DutyMemory, settle } from './duty-state.ts'
import { dutyInformation } from './present-duty.ts'
import type { SettingService } from './settings.ts'

interface Kept {
  readonly facts: Facts
  readonly from: number
  readonly now: Situation
  readonly info: DutyInformation
}

/** The duty situation: asked for by everybody, written by administrators, its head count put right by members. */
export function dutyService(store: Store, now: Clock, settings: SettingService, memory: DutyMemory) {
  let kept: Kept | undefined

  /** From memory between two boundaries; worked out anew at each of them, and when anything has changed. */
  function current(): Kept {
    const at = now()
    const facts = memory.facts()
    if (kept?.facts === facts && kept.from <= at && at < kept.now.stretch.until) return kept
    const found = situation(facts, at)
    const info = dutyInformation(facts, found, nextOpening(facts, found.stretch), memory.state().row.changedAt, at)
    kept = { facts, from: at, now: found, info }
    return kept
  }

  return {
    info: (): DutyInformation => current().info,

    /** The same for a member: whether they themselves are on duty. */
    async mine(actor: MemberActor): Promise<DutyInformation> {
      const member = await store.read((tx) => tx.members.find(actor.memberId))
      const { now: found, info } = current()
      return { ...info, isInDuty: member !== undefined && found.people.includes(member.name) }
    },

    /** What is in force, as an administrator would write it. */
    inForce() {
      const { now: found, info } = current()
      const { source } = found.stretch
      return {
        isInDuty: info.isInDuty,
        currentDuty: info.currentDuty,
        inDutyCnt: info.inDutyCnt,
        otherDutyTime: source && 'written' in source ? source.written.time : '',
        offDutyReason: info.offDutyReason,
        place: info.place,
        dutyRecoverTime: info.dutyRecoverTime,
      }
    },

    async write(actor: MemberActor, wish: Wish): Promise<void> {
      const sound = soundWish(wish, settings.current().timeZone)
      await memory.change(async (tx, { at, facts }) => {
        const before = situation(facts, at)
        await settle(tx, facts, at)
        const id = await tx.duty.write(actor.memberId, at, sound)
        const entry = { by: actor, at, operation: 'update' as const, target: 'duty' as const }
        const current = { id, info: written(sound) }
        return { answer: undefined, entry: { ...entry, previous: side(before), current } }
      })
    },

    /** What everybody is told now, or would be if this were written, and what the roster says by itself. */
    explain(wish?: Wish) {
      const at = now()
      const facts = memory.facts()
      const id = Math.max(0, ...facts.written.map((one) => one.id)) + 1
      const added = wish && { ...soundWish(wish, settings.current().timeZone), id, at }
      const then: Facts = added ? { ...facts, written: [...facts.written, added] } : facts
      const plan: Facts = { ...facts, written: ahead(facts, at) }
      const begins = added ? takesEffect(added) : at
      return {
        now: explained(then, at),
        later: begins > at ? explained(then, begins) : null,
        plan: explained(plan, at),
      }
    },

    async count(actor: MemberActor, count: number): Promise<void> {
      await memory.change(async (tx, { at, facts }) => {
        const before = situation(facts, at)
        if (!before.inDuty) throw new Refusal('out_of_duty')
        if (correctionAt(facts, at) === count) return { answer: undefined, entry: undefined }
        const after = Math.max(0, ...facts.written.map(({ id }) => id))
        await tx.duty.setCorrection({ at, count, after })
        const { id } = side(before)
        const says = (people: number) => ({ id, info: { say: 'head_count' as const, count: people } })
        const entry = { by: actor, at, operation: 'update' as const, target: 'duty' as const }
        return { answer: undefined, entry: { ...entry, previous: says(before.count), current: says(count) } }
      })
    },

    planned() {
      const list = ahead(memory.facts(), now())
      return list.map(({ id, time, place, count }) => ({ id, otherDutyTime: time, place, inDutyCnt: count ?? 0 }))
    },

    async unplan(actor: MemberActor, id: number): Promise<void> {
      await memory.change(async (tx, { at, facts }) => {
        const plan = ahead(facts, at).find((one) => one.id === id)
        if (!plan) throw new Refusal('plan_not_found')
        await tx.duty.end([id], at)
        const previous = { id, info: written(plan) }
        return { answer: undefined, entry: { by: actor, at, operation: 'delete', target: 'duty', previous } }
      })
    },
  }
}

function explained(facts: Facts, at: number): Explained {
  const found = situation(facts, at)
  const { source } = found.stretch
  return {
    info: dutyInformation(facts, found, nextOpening(facts, found.stretch), null, at),
    source: source === undefined ? 'nothing' : 'written' in source ? 'written' : 'roster',
    people: [...found.people],
  }
}

/** What was written and has not taken effect, the earliest first. */
function ahead(facts: Facts, at: number): Written[] {
  return facts.written.filter((one) => takesEffect(one) > at).sort((a, b) => takesEffect(a) - takesEffect(b))
}

function written({
  duty,
  count,
  place,
  time,
  reason,
}: Omit<Written, 'id' | 'at' | 'recover' | 'from' | 'until'>): Phrase {
  return { say: 'situation', duty, count, place, time, reason: reason.slice(0, 200) }
}

/** The situation as one half of a log entry. Its id is that of what was written, or 0 for the roster. */
function side({ stretch: { source }, duty, count }: Situation): { id: number; info: Phrase } {
  if (source && 'written' in source) return { id: source.written.id, info: written({ ...source.written, count }) }
  return { id: 0, info: written({ duty, count, place: '', time: '', reason: '' }) }
}

export type DutyService = ReturnType<typeof dutyService>
