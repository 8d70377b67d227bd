import { endpoint } from '../endpoint.ts'
import { LineOfText, limits, MemberId, sample } from '../fields.ts'
import { field, named, namedObject, Type } from '../type.ts'
import { Factor } from './proof.ts'

const name = field(Type.String(), 'Their name.', sample.person)
const avatar = field(Type.String(), 'The address of their picture.', sample.picture)
/** A member as everybody on a ticket or the team may see them. */
export const ColleagueSchema = named('Colleague', Type.Object({ id: MemberId, name, avatar }), 'A member, by name.')

const MemberProfile = namedObject('MemberProfile', 'My profile as a member.', {
  avatar: field(Type.String(), 'The address of my picture.', sample.picture),
  name: field(Type.String(), 'My name on the team.', sample.person),
  phone: field(Type.String(), 'My phone number; may be empty.', sample.phone),
  id: MemberId,
  admin: field(Type.Boolean(), 'Whether I am an administrator.', false),
})

/** Becoming a member of the team for a while, on a user's token. */
export const members = {
  login: endpoint({
    method: 'POST',
    path: '/member/login',
    role: 'user',
    revision: 'both',
    ticket: 'unrelated',
    summary:
      'Make this session a member’s: with an invitation, a code of the identity provider, or student id and password. A plain member who proved it in the last thirty days needs no code.',
    input: Type.Object({
      code: Type.Optional(
        field(
          LineOfText(limits.code),
          'An invitation, or a code of the identity provider; empty or absent for a plain member who proved it in the last thirty days.',
          'inv_x7k2-9qrd-4m0t-h8wz',
        ),
      ),
      stuid: Type.Optional(field(LineOfText(limits.name), 'The student id, beside `passwd`.', sample.stuid)),
      passwd: Type.Optional(
        field(Type.String({ maxLength: limits.password }), 'The password.', 'a long sentence nobody guesses'),
      ),
      factor: Type.Optional(Factor),
    }),
    guessable: true,
    errors: ['code_refused', 'password_refused', 'factor_needed', 'factor_refused', 'last_admin', 'peer_unavailable'],
  }),
  checklogin: endpoint({
    method: 'GET',
    path: '/member/checklogin',
    role: 'member',
    revision: 'both',
    ticket: 'unrelated',
    summary: 'My profile as a member; `id` and `admin` are additions.',
    output: MemberProfile,
  }),
  list: endpoint({
    method: 'GET',
    path: '/member/list',
    role: 'member',
    ticket: 'unrelated',
    summary: 'My colleagues and I, by name: whom a ticket or a shift can be given to.',
    output: Type.Object({ list: field(Type.Array(ColleagueSchema), 'All members, by name.') }),
  }),
  logout: endpoint({
    method: 'POST',
    path: '/member/logout',
    role: 'member',
    revision: 'both',
    ticket: 'unrelated',
    summary: 'Take the member part off this session; the user stays logged in.',
  }),
}
