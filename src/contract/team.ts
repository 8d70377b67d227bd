import { endpoint } from './endpoint.ts'
import { Language } from './fields.ts'
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
}
