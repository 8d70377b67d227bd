import { endpoint } from './endpoint.ts'
import { Id, Language, Lines, Name, Nothing, Phone, Timestamp } from './fields.ts'
import { noticeKinds } from './notices.ts'
import { Type } from './type.ts'

/** What a person keeps about themselves, and what they tell the team. */
export const users = {
  me: endpoint({
    method: 'GET',
    path: '/user/me',
    role: 'anyone',
    revision: 'addition',
    summary:
      'Who this token is, and as what; nobody if it is missing or dead. `linked` says that a member login needs no code.',
    input: Type.Object({}),
    output: Type.Object({
      user: Type.Union([
        Type.Null(),
        Type.Object({
          name: Type.String(),
          phone: Type.String(),
          lang: Type.Union([Language, Type.Literal('')]),
          linked: Type.Boolean(),
          member: Type.Union([
            Type.Null(),
            Type.Object({ id: Id, name: Type.String(), avatar: Type.String(), admin: Type.Boolean() }),
          ]),
        }),
      ]),
    }),
    errors: [],
  }),
  info: endpoint({
    method: 'GET',
    path: '/user/info',
    role: 'user',
    revision: 'both',
    summary: 'My profile.',
    input: Type.Object({}),
    output: Type.Object({ name: Type.String(), phone: Type.String() }),
    errors: [],
  }),
  update: endpoint({
    method: 'POST',
    path: '/user/update',
    role: 'user',
    revision: 'both',
    summary: 'Change my profile. A field that is absent stays as it is; an empty one is cleared.',
    input: Type.Object({ name: Type.Optional(Name), phone: Type.Optional(Phone) }),
    output: Nothing,
    errors: [],
  }),
  locale: endpoint({
    method: 'GET',
    path: '/user/locale/get',
    role: 'user',
    revision: 'both',
    summary: 'My language.',
    input: Type.Object({}),
    output: Type.Object({ lang: Language }),
    errors: [],
  }),
  updateLocale: endpoint({
    method: 'POST',
    path: '/user/locale/update',
    role: 'user',
    revision: 'both',
    summary: 'Choose my language.',
    input: Type.Object({ lang: Language }),
    output: Nothing,
    errors: [],
  }),
  report: endpoint({
    method: 'POST',
    path: '/report',
    role: 'user',
    revision: 'both',
    summary: 'Give the team feedback.',
    input: Type.Object({ content: Lines({ minLength: 1 }) }),
    output: Nothing,
    rate: 'feedback',
    errors: [],
  }),
  notices: endpoint({
    method: 'GET',
    path: '/user/notices',
    role: 'user',
    revision: 'addition',
    summary:
      'What happened to my account lately: logins on new devices, approved devices, changed passwords. The newest first, at most 50; `text` is in my language.',
    input: Type.Object({}),
    output: Type.Object({
      list: Type.Array(
        Type.Object({
          id: Id,
          kind: Type.Enum([...noticeKinds]),
          time: Timestamp,
          text: Type.String(),
          seen: Type.Boolean(),
        }),
      ),
    }),
    errors: [],
  }),
  noticesSeen: endpoint({
    method: 'POST',
    path: '/user/notices/seen',
    role: 'user',
    revision: 'addition',
    summary: 'I have seen this notice and all before it.',
    input: Type.Object({ id: Id }),
    output: Nothing,
    errors: [],
  }),
  export: endpoint({
    method: 'GET',
    path: '/user/export',
    role: 'user',
    revision: 'addition',
    summary: 'All that is held about me.',
    input: Type.Object({}),
    output: Type.Object({
      profile: Type.Object({
        id: Id,
        name: Type.String(),
        phone: Type.String(),
        lang: Language,
        createdTime: Timestamp,
      }),
      identities: Type.Array(Type.Object({ provider: Type.String(), subject: Type.String(), createdTime: Timestamp })),
      sessions: Type.Array(Type.Object({ createdTime: Timestamp, usedTime: Timestamp })),
      member: Type.Union([
        Type.Null(),
        Type.Object({
          id: Id,
          name: Type.String(),
          phone: Type.String(),
          stuid: Type.String(),
          leaves: Type.Array(
            Type.Object({
              week: Type.String(),
              shift: Type.String(),
              date: Type.String(),
              reason: Type.String(),
              substitute: Type.String(),
              createdTime: Timestamp,
            }),
          ),
          conclusions: Type.Array(
            Type.Object({
              week: Type.String(),
              shift: Type.String(),
              date: Type.String(),
              conclusion: Type.String(),
              createdTime: Timestamp,
            }),
          ),
        }),
      ]),
      tickets: Type.Array(
        Type.Object({
          id: Id,
          type: Type.Integer(),
          status: Type.Integer(),
          device: Type.String(),
          deviceModel: Type.String(),
          owner: Type.String(),
          phone: Type.String(),
          description: Type.String(),
          accessories: Type.Array(Type.Integer()),
          createdTime: Timestamp,
          isConfirmed: Type.Boolean(),
        }),
      ),
      comments: Type.Array(Type.Object({ id: Id, ticket: Id, content: Type.String(), createdTime: Timestamp })),
      pictures: Type.Array(Type.String()),
      feedback: Type.Array(Type.Object({ id: Id, content: Type.String(), createdTime: Timestamp })),
      notices: Type.Array(Type.Object({ id: Id, text: Type.String(), createdTime: Timestamp })),
    }),
    errors: [],
  }),
  erase: endpoint({
    method: 'POST',
    path: '/user/erase',
    role: 'user',
    revision: 'addition',
    summary:
      'Remove what is held about me: name, phone, identities, feedback, sessions, and of my tickets and comments the texts and pictures. I am logged out everywhere. Refused while the team has a device of mine.',
    input: Type.Object({}),
    output: Nothing,
    errors: ['device_with_team'],
  }),
}
