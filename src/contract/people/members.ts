import { get, post } from '../endpoint.ts'
import { LineOfText, limits, MemberId, sample } from '../fields.ts'
import { flag, list, named, namedObject, optional, Type, text } from '../type.ts'
import { Factor } from './proof.ts'

const name = text('Their name.', sample.person)
const avatar = text('The address of their picture.', sample.picture)
/** A member as everybody on a ticket or the team may see them. */
export const ColleagueSchema = named('Colleague', Type.Object({ id: MemberId, name, avatar }), 'A member, by name.')

const MemberProfile = namedObject('MemberProfile', 'My profile as a member.', {
  avatar: text('The address of my picture.', sample.picture),
  name: text('My name on the team.', sample.person),
  phone: text('My phone number; may be empty.', sample.phone),
  id: MemberId,
  admin: flag('Whether I am an administrator.', false),
})

/** Becoming a member of the team for a while, on a user's token. */
export const members = {
  login: post('/member/login', 'user', {
    revision: 'both',
    ticket: 'unrelated',
    summary:
      'Make this session a member’s: with an invitation, a code of the identity provider, or student id and password. A plain member who proved it in the last thirty days needs no code.',
    input: Type.Object({
      code: optional(
        LineOfText(limits.code),
        'An invitation, or a code of the identity provider; empty or absent for a plain member who proved it in the last thirty days.',
        'inv_x7k2-9qrd-4m0t-h8wz',
      ),
      stuid: optional(LineOfText(limits.name), 'The student id, beside `passwd`.', sample.stuid),
      passwd: optional(Type.String({ maxLength: limits.password }), 'The password.', 'a long sentence nobody guesses'),
      factor: optional(Factor),
    }),
    guessable: true,
    errors: ['code_refused', 'password_refused', 'factor_needed', 'factor_refused', 'last_admin', 'peer_unavailable'],
  }),
  checklogin: get('/member/checklogin', 'member', {
    revision: 'both',
    ticket: 'unrelated',
    summary: 'My profile as a member; `id` and `admin` are additions.',
    output: MemberProfile,
  }),
  list: get('/member/list', 'member', {
    ticket: 'unrelated',
    summary: 'My colleagues and I, by name: whom a ticket or a shift can be given to.',
    output: Type.Object({ list: list(ColleagueSchema, 'All members, by name.') }),
  }),
  logout: post('/member/logout', 'member', {
    revision: 'both',
    ticket: 'unrelated',
    summary: 'Take the member part off this session; the user stays logged in.',
  }),
}
