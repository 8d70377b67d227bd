import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Code, Mail, Nothing } from './fields.ts'

/** Coming in and going out. */
export const session = {
  login: endpoint({
    method: 'POST',
    path: '/login',
    role: 'anyone',
    revision: 'both',
    summary: 'Trade a login code for a session token. The prefix of the code says which kind it is.',
    input: Type.Object({ code: Code }),
    output: Type.Object({ token: Type.String() }),
    answer: 'beside',
    rate: 'login',
    errors: ['code_refused', 'not_configured', 'login_blocked', 'peer_unavailable'],
  }),
  checklogin: endpoint({
    method: 'GET',
    path: '/checklogin',
    role: 'anyone',
    revision: 'both',
    summary: 'Whether this token is logged in. Always answers 200.',
    input: Type.Object({}),
    output: Type.Object({ islogin: Type.Boolean() }),
    answer: 'bare',
    errors: [],
  }),
  mail: endpoint({
    method: 'POST',
    path: '/login/mail',
    role: 'anyone',
    revision: 'addition',
    summary: 'Send a one-time login code (10 minutes) to a mail address.',
    input: Type.Object({ mail: Mail }),
    output: Nothing,
    rate: 'mail',
    errors: ['not_configured', 'peer_unavailable'],
  }),
  logout: endpoint({
    method: 'POST',
    path: '/user/logout',
    role: 'user',
    revision: 'addition',
    summary: 'End this session.',
    input: Type.Object({}),
    output: Nothing,
    errors: [],
  }),
}
