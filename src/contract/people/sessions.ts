import { endpoint } from '../endpoint.ts'
import { LineOfText, limits, Timestamp, TimestampOrNone } from '../fields.ts'
import { field, namedObject, Type } from '../type.ts'

export const sessionElsewhere = {
  device: field(Type.String(), 'On what; empty if it does not say.', 'Firefox, Windows'),
  login: field(Type.String(), 'How I logged in: a provider, or `pairing`.', 'wechat'),
  proof: field(
    Type.String(),
    'How I proved to be a member: `invitation`, `password`, `sso`, `oidc` or `cas`; empty where I am none, or where nobody knows.',
    'invitation',
  ),
  createdTime: field(Timestamp, 'When I logged in.'),
  usedTime: field(Timestamp, 'When it was last used.'),
}

const Session = namedObject('Session', 'Somewhere that one is logged in.', {
  id: field(Type.String(), 'Its name, to end it by.', '9f86d081884c7d65'),
  ...sessionElsewhere,
  provenTime: field(TimestampOrNone, 'When that was proven; empty where I am no member.'),
  current: field(Type.Boolean(), 'Whether it is the one that asks.'),
  own: field(Type.Boolean(), 'False where somebody else is logged in as the same member.'),
  member: field(Type.Boolean(), 'Whether it is a member’s now.'),
})

/** The sessions of a person. */
export const sessions = {
  list: endpoint({
    method: 'GET',
    path: '/user/sessions',
    role: 'user',
    ticket: 'unrelated',
    summary:
      'Where I am logged in, the last used first. A member also sees where somebody else is logged in as the same member.',
    output: Type.Object({ list: field(Type.Array(Session), 'All that have not ended.') }),
  }),
  end: endpoint({
    method: 'POST',
    path: '/user/sessions/end',
    role: 'user',
    ticket: 'unrelated',
    summary:
      'End one of them, or with `others` all but this one. Of somebody else’s only the member part ends, and they have to prove it anew.',
    input: Type.Object({
      id: Type.Optional(field(LineOfText(limits.token), 'Which one.', '9f86d081884c7d65')),
      others: Type.Optional(field(Type.Boolean(), 'All but the one that asks.')),
    }),
    errors: ['session_not_found'],
  }),
}
