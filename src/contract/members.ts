import { endpoint } from './endpoint.ts'
import { Id, Line, limits, Nothing } from './fields.ts'
import { Type } from './type.ts'

/** Becoming a member of the team for a while, on a user's token. */
export const members = {
  login: endpoint({
    method: 'POST',
    path: '/member/login',
    role: 'user',
    revision: 'both',
    summary:
      'Make this session a member’s: with an invitation, a code of the identity provider, or student id and password. A user who is linked already needs no code.',
    input: Type.Object({
      code: Type.Optional(Line(limits.code)),
      stuid: Type.Optional(Line(limits.name)),
      passwd: Type.Optional(Type.String({ maxLength: limits.password })),
    }),
    output: Nothing,
    guessable: true,
    errors: ['code_refused', 'password_refused', 'peer_unavailable'],
  }),
  checklogin: endpoint({
    method: 'GET',
    path: '/member/checklogin',
    role: 'member',
    revision: 'both',
    summary: 'My profile as a member; `id` and `admin` are additions.',
    input: Type.Object({}),
    output: Type.Object({
      avatar: Type.String(),
      name: Type.String(),
      phone: Type.String(),
      id: Id,
      admin: Type.Boolean(),
    }),
    errors: [],
  }),
  list: endpoint({
    method: 'GET',
    path: '/member/list',
    role: 'member',
    revision: 'addition',
    summary: 'My colleagues and I, by name: whom a ticket or a shift can be given to.',
    input: Type.Object({}),
    output: Type.Object({ list: Type.Array(Type.Object({ id: Id, name: Type.String(), avatar: Type.String() })) }),
    errors: [],
  }),
  logout: endpoint({
    method: 'POST',
    path: '/member/logout',
    role: 'member',
    revision: 'both',
    summary: 'Take the member part off this session; the user stays logged in.',
    input: Type.Object({}),
    output: Nothing,
    errors: [],
  }),
}
