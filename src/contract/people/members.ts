import { get, post } from '../endpoint.ts'
import { LineOfText, limits, MemberId, sample } from '../fields.ts'
import { flag, list, named, namedObject, optional, Type, text } from '../type.ts'
import { Factor } from './proof.ts'

const name = text('The member’s name.', sample.person)
const avatar = text('The address of the member’s picture.', sample.picture)
export const ColleagueSchema = named(
  'Colleague',
  Type.Object({ id: MemberId, name, avatar }),
  'A member, by name and picture.',
)

const MemberProfile = namedObject('MemberProfile', 'Your profile as a member.', {
  avatar: text('The address of your picture.', sample.picture),
  name: text('Your name on the team.', sample.person),
  phone: text('Your phone number; may be empty.', sample.phone),
  id: MemberId,
  admin: flag('Whether you are an administrator.', false),
})

export const members = {
  login: post('/member/login', 'user', {
    revision: 'both',
    ticket: 'unrelated',
    summary:
      'Log this session in as a member. It takes an invitation, a code of the identity provider, or student ID and password. A member without administrator rights who proved it in the last thirty days needs no code.',
    input: Type.Object({
      code: optional(
        LineOfText(limits.code),
        'An invitation or a code of the identity provider; may be empty or absent for a member without administrator rights who proved it in the last thirty days.',
        'inv_x7k2-9qrd-4m0t-h8wz',
      ),
      stuid: optional(LineOfText(limits.name), 'The student ID, with `passwd`.', sample.stuid),
      passwd: optional(Type.String({ maxLength: limits.password }), 'The password.', 'a long sentence no one guesses'),
      factor: optional(Factor),
    }),
    guessable: true,
    errors: ['code_refused', 'password_refused', 'factor_needed', 'factor_refused', 'last_admin', 'peer_unavailable'],
  }),
  checklogin: get('/member/checklogin', 'member', {
    revision: 'both',
    ticket: 'unrelated',
    summary: 'Get your profile as a member. `id` and `admin` are additions.',
    output: MemberProfile,
  }),
  list: get('/member/list', 'member', {
    ticket: 'unrelated',
    summary: 'List all members by name, for assigning tickets and shifts.',
    output: Type.Object({ list: list(ColleagueSchema, 'All members, by name.') }),
  }),
  logout: post('/member/logout', 'member', {
    revision: 'both',
    ticket: 'unrelated',
    summary: 'End the member login of this session. The user stays logged in.',
  }),
}
