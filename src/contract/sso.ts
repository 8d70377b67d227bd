import { endpoint } from './endpoint.ts'
import { Line, patterned } from './fields.ts'
import { Type } from './type.ts'

/** What providers put into an address is as long as they like, within what an address can hold. */
const Brought = Type.Optional(Line(4000))

/** Logging in at the school, in a browser. */
export const sso = {
  start: endpoint({
    method: 'GET',
    path: '/sso/start',
    role: 'anyone',
    revision: 'addition',
    summary:
      'Send this browser to log in at the school (OpenID Connect or CAS). A page of ours that begins it gives a random `tab`, by which it knows the way back for its own.',
    input: Type.Object({ tab: Type.Optional(patterned('bad_characters', '^[\\w-]{22}$', {})) }),
    output: Type.String(),
    answer: 'raw',
    status: 302,
    produces: 'text/html',
    rate: 'login',
    errors: ['not_configured', 'peer_unavailable'],
  }),
  callback: endpoint({
    method: 'GET',
    path: '/sso/callback',
    role: 'anyone',
    revision: 'addition',
    summary:
      'Where the school sends the browser back to: a page with our one-time code (2 minutes) as text and QR code (the page that began it goes on by itself), for `POST /login`, `POST /member/login`, or both in this order.',
    input: Type.Object({ state: Brought, code: Brought, ticket: Brought, iss: Brought, error: Brought }),
    output: Type.String(),
    answer: 'raw',
    produces: 'text/html',
    rate: 'login',
    errors: ['code_refused', 'not_configured', 'peer_unavailable'],
  }),
}
