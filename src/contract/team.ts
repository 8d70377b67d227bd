import { DutyInformation } from './duty.ts'
import { endpoint } from './endpoint.ts'
import { Id, Language, Timestamp } from './fields.ts'
import { Type } from './type.ts'

/** What anybody may know of the team before they log in. */
export const team = {
  info: endpoint({
    method: 'GET',
    path: '/team',
    role: 'anyone',
    revision: 'addition',
    summary:
      'The team’s name, language and zone, which ways to log in there are, and whether it still needs its first administrator.',
    input: Type.Object({}),
    output: Type.Object({
      name: Type.String(),
      lang: Language,
      timeZone: Type.String(),
      logins: Type.Object({ demo: Type.Boolean(), wechat: Type.Boolean(), mail: Type.Boolean(), sso: Type.Boolean() }),
      needsAdmin: Type.Boolean(),
    }),
    errors: [],
  }),
  board: endpoint({
    method: 'GET',
    path: '/team/board',
    role: 'anyone',
    revision: 'addition',
    summary:
      'What the display in the room shows: the duty situation and who leads, how many tickets of the last seven days nobody has claimed, the numbers of those that can be taken back (the latest first, `more` if there are further ones), and the team’s clock.',
    input: Type.Object({}),
    output: Type.Object({
      time: Timestamp,
      duty: DutyInformation,
      waiting: Type.Integer(),
      ready: Type.Array(Id),
      more: Type.Boolean(),
    }),
    errors: [],
  }),
}
