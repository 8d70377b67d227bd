import { type Operation, operations, type Target, targets } from '#contract/codes.ts'
import type { Phrase } from '#contract/phrases.ts'
import type { Db } from './engine.ts'
import { hot } from './hot.ts'

/** One half of an entry: which thing, and how it was described then. */
export interface Side {
  readonly id: number
  readonly info: Phrase
}

/** What a change says of itself: who did what to what, and when. */
export interface Entry {
  readonly by: { readonly personId: number | null; readonly memberId: number | null }
  readonly at: number
  readonly operation: Operation
  readonly target: Target
  readonly previous?: Side
  readonly current?: Side
}

const insert = hot<{
  at: number
  person: number | null
  member: number | null
  operation: number
  target: number
  beforeId: number
  before: string
  afterId: number
  after: string
}>()(['at', 'person', 'member', 'operation', 'target', 'beforeId', 'before', 'afterId', 'after'], (db, a) =>
  db.insertInto('log').values({
    at: a.at,
    person_id: a.person,
    member_id: a.member,
    operation: a.operation,
    target: a.target,
    before_id: a.beforeId,
    before_info: a.before,
    after_id: a.afterId,
    after_info: a.after,
  }),
)

export function logStore(db: Db) {
  return {
    async add({ by, at, operation, target, previous, current }: Entry): Promise<void> {
      await insert(db, {
        at,
        person: by.personId,
        member: by.memberId,
        operation: operations[operation],
        target: targets[target],
        beforeId: previous?.id ?? 0,
        before: previous ? JSON.stringify(previous.info) : '',
        afterId: current?.id ?? 0,
        after: current ? JSON.stringify(current.info) : '',
      })
    },
  }
}
