import { endpoint } from './endpoint.ts'
import { Id, Line, Lines, limits, Nothing, Page, Paging, Timestamp } from './fields.ts'
import { Type } from './type.ts'

const When = Line(limits.name, { minLength: 1 })

/** What was done in a shift. */
export const conclusions = {
  write: endpoint({
    method: 'POST',
    path: '/member/conclusion',
    role: 'member',
    revision: 'both',
    summary:
      'Hand in the summary of a shift. `week` is a weekday (its latest occurrence) or a date; a second one for the same shift replaces the first.',
    input: Type.Object({ week: When, shift: When, conclusion: Lines({ minLength: 1 }) }),
    output: Nothing,
    errors: [],
  }),
  draft: endpoint({
    method: 'GET',
    path: '/member/conclusion/draft',
    role: 'member',
    revision: 'addition',
    summary:
      'A summary to begin with: what happened to tickets in that shift, in my language, and what I have handed in for it already. Without week and shift: the latest shift that I was on.',
    input: Type.Object({ week: Type.Optional(When), shift: Type.Optional(When) }),
    output: Type.Object({
      week: Type.String(),
      shift: Type.String(),
      conclusion: Type.String(),
      /** What I handed in for this shift; empty if nothing yet. A new one replaces it. */
      written: Type.String(),
      facts: Type.Object({
        created: Type.Integer(),
        claimed: Type.Integer(),
        repaired: Type.Integer(),
        retrieved: Type.Integer(),
        waiting: Type.Integer(),
      }),
    }),
    errors: ['not_on_shift'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/admin/conclusion/list',
    role: 'admin',
    revision: 'addition',
    summary: 'The summaries, newest first.',
    input: Type.Object({ ...Paging }),
    output: Page(
      Type.Object({
        id: Id,
        member: Type.String(),
        week: Type.String(),
        shift: Type.String(),
        date: Type.String(),
        conclusion: Type.String(),
        createdTime: Timestamp,
      }),
    ),
    errors: [],
  }),
}
