import { type LogOperation, type LogTarget, operations, targets } from '#contract/codes.ts'
import { pages } from '#contract/team/pages.ts'

interface EntryFacts {
  readonly operation: number
  readonly target: number
  /** 0 if the entry has no single object. */
  readonly id: number
}

const { console } = pages

export function linkOfEntry({ operation, target, id }: EntryFacts): string | undefined {
  const isOf = (of: LogTarget) => target === targets[of]
  const was = (done: LogOperation) => operation === operations[done]
  if (isOf('ticket')) return id > 0 ? `${pages.desk}/tickets/${id}` : `${console}/statistics`
  if (isOf('member')) return `${console}/members?id=${id}`
  if (isOf('roster')) return was('delete') ? `${console}/rosters` : `${console}/rosters/${id}`
  if (isOf('duty')) return `${console}/${was('ask_leave') ? 'leaves' : was('conclude') ? 'summaries' : 'duty'}`
  if (isOf('feedback')) return `${console}/feedback`
  if (isOf('hours')) return `${console}/hours`
  if (isOf('stocktake')) return `${pages.desk}/stocktake`
  if (isOf('settings')) return `${console}/settings`
  return undefined
}
