import { get, post } from '../endpoint.ts'
import { LineOfText, limits, Timestamp, TimestampOrNone } from '../fields.ts'
import { field, flag, list, namedObject, optional, Type, text } from '../type.ts'

export const sessionElsewhere = {
  device: text('The device; empty if unknown.', 'Firefox, Windows'),
  login: text('How you logged in: a provider, or `pairing`.', 'wechat'),
  proof: text(
    'How the member login was proved: `invitation`, `password`, `sso`, `oidc` or `cas`; empty without one, or if unknown.',
    'invitation',
  ),
  createdTime: field(Timestamp, 'When you logged in.'),
  usedTime: field(Timestamp, 'When it was last used.'),
}

const Session = namedObject('Session', 'A session.', {
  id: text('The id of the session.', '9f86d081884c7d65'),
  ...sessionElsewhere,
  provenTime: field(TimestampOrNone, 'When the member login was proved; empty without one.'),
  current: flag('Whether it is the session of this call.'),
  own: flag('False if someone else is logged in as the same member.'),
  member: flag('Whether it has a member login.'),
})

export const sessions = {
  list: get('/user/sessions', 'user', {
    ticket: 'unrelated',
    summary:
      'List your sessions, last used first. Members also see sessions of other people who are logged in as the same member.',
    output: Type.Object({ list: list(Session, 'All sessions that have not ended.') }),
  }),
  end: post('/user/sessions/end', 'user', {
    ticket: 'unrelated',
    summary:
      'End a session. With `others` it ends all but this one. Of another person’s session only the member login ends.',
    input: Type.Object({
      id: optional(LineOfText(limits.token), 'The session to end.', '9f86d081884c7d65'),
      others: optional(flag('Whether to end all sessions but this one.')),
    }),
    errors: ['session_not_found'],
  }),
}
