import { wholeNumber } from '#client/whole-number.ts'
import type { SituationInput } from '#contract/duty/duty.ts'

export const dutyChoices = ['plan', 'shift', 'ended', 'off', 'others'] as const
export type DutyChoice = (typeof dutyChoices)[number]

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

/** `undefined` to follow the roster, which needs no entry. */
export function dutyInputOf(draft: DutyDraft): SituationInput | undefined {
  const inDutyCnt = draft.count.trim() === '' ? {} : { inDutyCnt: wholeNumber(draft.count) }
  const notice = {
    ...(draft.reason.trim() === '' ? {} : { offDutyReason: draft.reason }),
    ...(draft.recover.trim() === '' ? {} : { dutyRecoverTime: draft.recover }),
  }
  switch (draft.choice) {
    case 'plan':
      return undefined
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

export function isAnythingTyped({ choice: _, shift: __, ...typed }: DutyDraft): boolean {
  return Object.values(typed).some((text) => text !== '')
}

export function isComplete(draft: DutyDraft): boolean {
  if (draft.choice === 'off') return draft.reason.trim() !== ''
  if (draft.choice === 'others') return draft.place.trim() !== '' && draft.from !== '' && draft.until !== ''
  return true
}
