import type { ExplainedDuty, SituationInput } from '#contract/duty/duty.ts'
import { wholeNumber } from '#web/lib/whole-number.ts'

/** What an administrator may want: what the roster says, or one of the four things that can be written instead. */
export const dutyChoices = ['plan', 'shift', 'ended', 'off', 'others'] as const
export type DutyChoice = (typeof dutyChoices)[number]

/** What was filled in; each choice takes its own part of it. */
export interface DutyDraft {
  readonly choice: DutyChoice
  readonly shift: string
  readonly count: string
  readonly reason: string
  readonly recover: string
  readonly place: string
  readonly from: string
  readonly until: string
}

export const emptyDutyDraft: Omit<DutyDraft, 'choice' | 'shift'> = {
  count: '',
  reason: '',
  recover: '',
  place: '',
  from: '',
  until: '',
}

/**
 * Nothing takes back what was written: to follow the roster again, what it says now is written. A shift then ends with
 * its hours, and nobody being there ends with the next shift; from there on the roster is followed by itself.
 */
export function dutyInputOf(draft: DutyDraft, { info }: Pick<Explained, 'info'>): Wish {
  const inDutyCnt = draft.count.trim() === '' ? {} : { inDutyCnt: wholeNumber(draft.count) }
  const notice = {
    ...(draft.reason.trim() === '' ? {} : { offDutyReason: draft.reason }),
    ...(draft.recover.trim() === '' ? {} : { dutyRecoverTime: draft.recover }),
  }
  switch (draft.choice) {
    case 'plan':
      return { isInDuty: info.isInDuty, currentDuty: info.currentDuty }
    case 'shift':
      return { isInDuty: true, currentDuty: draft.shift, ...inDutyCnt }
    case 'ended':
      return { isInDuty: false, currentDuty: '0', ...notice }
    case 'off':
      return { isInDuty: false, currentDuty: 'off', ...notice }
    case 'others': {
      const otherDutyTime = draft.from && draft.until ? { otherDutyTime: `${draft.from}/${draft.until}` } : {}
      return { isInDuty: true, currentDuty: 'others', ...inDutyCnt, place: draft.place, ...otherDutyTime }
    }
  }
}

/** Whether anything was typed. */
export function isAnythingTyped({ choice: _, shift: __, ...typed }: DutyDraft): boolean {
  return Object.values(typed).some((text) => text !== '')
}

/** What has to be filled in before there is anything to say. */
export function isComplete(draft: DutyDraft): boolean {
  if (draft.choice === 'off') return draft.reason.trim() !== ''
  if (draft.choice === 'others') return draft.place.trim() !== '' && draft.from !== '' && draft.until !== ''
  return true
}
