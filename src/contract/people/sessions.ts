import { get, post } from '../endpoint.ts'
import { LineOfText, limits, Timestamp, TimestampOrNone } from '../fields.ts'
import { field, flag, list, namedObject, optional, Type, text } from '../type.ts'

export const sessionElsewhere = {
  device: text('On what; empty if it does not say.', 'Firefox, Windows'),
  login: text('How I logged in: a provider, or `pairing`.', 'wechat'),
  proof: text(
    'How I proved to be a member: `invitation`, `password`, `sso`, `oidc` or `cas`; empty where I am none, or where nobody knows.',
    'invitation',
  ),
  createdTime: field(Timestamp, 'When I logged in.'),
  usedTime: field(Timestamp, 'When it was last used.'),
}

const Session = namedObject('Session', 'Somewhere that one is logged in.', {
  id: text('Its name, to end it by.', '9f86d081884c7d65'),
  ...sessionElsewhere,
  provenTime: field(TimestampOrNone, 'When that was proven; empty where I am no member.'),
  current: flag('Whether it is the one that asks.'),
  own: flag('False where somebody else is logged in as the same member.'),
  member: flag('Whether it is a member’s now.'),
})

/** The sessions of a person. */
export const sessions = {
  list: get('/user/sessions', 'user', {
    ticket: 'unrelated',
    summary:
      'Where I am logged in, the last used first. A member also sees where somebody else is logged in as the same member.',
    output: Type.Object({ list: list(Session, 'All that have not ended.') }),
  }),
  end: post('/user/sessions/end', 'user', {
    ticket: 'unrelated',
    summary:
      'End one of them, or with `others` all but this one. Of somebody else’s only the member part ends, and they have to prove it anew.',
    input: Type.Object({
      id: optional(LineOfText(limits.token), 'Which one.', '9f86d081884c7d65'),
      others: optional(flag('All but the one that asks.')),
    }),
    errors: ['session_not_found'],
  }),
}
