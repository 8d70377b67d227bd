import { OwnConclusion } from '../duty/conclusions.ts'
import { OwnLeave } from '../duty/leaves.ts'
import { get, post } from '../endpoint.ts'
import {
  CodeText,
  Created,
  Id,
  Language,
  LongText,
  MemberId,
  Name,
  Phone,
  sample,
  TicketId,
  Timestamp,
} from '../fields.ts'
import { HourCertificate, HourLine } from '../hours/hour-fields.ts'
import { NotifyChoices } from '../messages/messages.ts'
import { StarRating } from '../tickets/outcome-fields.ts'
import { markPersonal } from '../tickets/ticket-access.ts'
import { TicketText } from '../tickets/tickets.ts'
import { field, flag, integer, list, listOf, named, namedObject, optional, Type, text } from '../type.ts'
import { noticeKinds } from './notices.ts'
import { sessionElsewhere } from './sessions.ts'

const profile = {
  name: text('My name; may be empty.', sample.person),
  phone: text('My phone number; may be empty.', sample.phone),
}
const Profile = named('Profile', Type.Object(profile), 'What a person keeps about themselves.')

const NoticeId = field(Id, 'The number of the notice.', 6)
const NoticeText = text('What happened, in my language.', 'Somebody logged in as you on a new device.')

/** What a person keeps about themselves, and what they tell the team. */
export const users = {
  me: get('/user/me', 'anyone', {
    ticket: 'unrelated',
    summary:
      'Who this token is, and as what; nobody if it is missing or dead. `linked` says that a member login needs no code now.',
    output: Type.Object({
      user: field(
        Type.Union([
          Type.Null(),
          Type.Object({
            id: field(Id, 'My number, the same in each of my sessions.', 7),
            ...profile,
            lang: field(Type.Union([Language, Type.Literal('')]), 'My language; empty until I have chosen one.'),
            guest: flag('Whether this token is the only way to be me: I came without an account.', false),
            linked: flag('Whether a member login needs no code now.'),
            notices: integer('How many notices about my account I have not seen.', 0),
            member: field(
              Type.Union([
                Type.Null(),
                Type.Object({
                  id: MemberId,
                  name: text('My name on the team.', sample.person),
                  avatar: text('The address of my picture.', sample.picture),
                  admin: flag('Whether I am an administrator.', false),
                }),
              ]),
              'As which member this token is logged in, if it is.',
              null,
            ),
          }),
        ]),
        'Who it is; null if the token is missing or dead.',
        {
          id: 7,
          name: sample.person,
          phone: sample.phone,
          lang: 'zh_CN',
          guest: false,
          linked: true,
          notices: 0,
          member: null,
        },
      ),
    }),
  }),
  info: get('/user/info', 'user', {
    revision: 'both',
    ticket: 'unrelated',
    summary: 'My profile.',
    output: Profile,
  }),
  update: post('/user/update', 'user', {
    rate: 'profile',
    revision: 'both',
    ticket: 'unrelated',
    summary: 'Change my profile. A field that is absent stays as it is; an empty one is cleared.',
    input: Type.Object({ name: optional(Name), phone: optional(Phone) }),
    rateWith: { name: 'comment' },
    errors: ['text_refused', 'not_in_miniprogram', 'peer_unavailable'],
  }),
  phone: post('/user/phone', 'user', {
    ticket: 'unrelated',
    summary:
      'Take the phone number over that somebody has in WeChat, by the code that the mini-program’s button gave. It is in the profile then.',
    input: Type.Object({
      code: field(
        CodeText,
        'What `bindgetphonenumber` gave; good once, within five minutes.',
        'e31968a7f94cc5ee25fafc2aef2773f0bb8c3937b22520eb8ee345274d00c144',
      ),
    }),
    errors: ['code_refused', 'not_configured', 'peer_unavailable'],
  }),
  locale: get('/user/locale/get', 'user', {
    revision: 'both',
    ticket: 'unrelated',
    summary: 'My language.',
    output: Type.Object({ lang: field(Language, 'My language, or the team’s until I have chosen one.') }),
  }),
  updateLocale: post('/user/locale/update', 'user', {
    rate: 'profile',
    revision: 'both',
    ticket: 'unrelated',
    summary: 'Choose my language.',
    input: Type.Object({ lang: field(Language, 'The language to speak to me in.', 'en_US') }),
  }),
  report: post('/report', 'user', {
    revision: 'both',
    ticket: 'unrelated',
    summary:
      'Give the team feedback. The same Idempotency-Key with the same fields within 24 hours is one message to the team.',
    input: Type.Object({
      content: field(LongText({ minLength: 1 }), 'What to tell the team.', 'My kettle works again. Thank you!'),
    }),
    rate: 'feedback',
    keyed: true,
    errors: ['key_reused', 'text_refused', 'not_in_miniprogram', 'peer_unavailable'],
  }),
  notices: get('/user/notices', 'user', {
    ticket: 'unrelated',
    summary:
      'What happened to my account lately: logins on new devices, approved devices, changed passwords. The newest first, at most 50; `text` is in my language.',
    output: Type.Object({
      list: list(
        namedObject('Notice', 'Something that a person should know of their own account.', {
          id: NoticeId,
          kind: field(Type.Enum([...noticeKinds]), 'What kind of thing happened.'),
          time: field(Timestamp, 'When it happened.'),
          text: NoticeText,
          seen: flag('Whether I have seen it.', false),
        }),
        'The newest first.',
      ),
    }),
  }),
  noticesSeen: post('/user/notices/seen', 'user', {
    ticket: 'unrelated',
    summary: 'I have seen this notice and all before it.',
    input: Type.Object({ id: NoticeId }),
  }),
  export: get('/user/export', 'user', {
    ticket: 'see',
    summary: 'All that is held about me.',
    output: Type.Object({
      profile: field(
        Type.Object({
          id: field(Id, 'My number.', 41),
          ...profile,
          lang: field(Language, 'My language.'),
          createdTime: field(Timestamp, 'When I first logged in.'),
        }),
        'Who I am.',
      ),
      identities: listOf('By what I log in.', {
        provider: text('Who vouches for it.', 'mail'),
        subject: text('What they know me by.', sample.mail),
        unionid: optional(
          text('Of WeChat: what it knows me by in all programs of the team’s account.', 'oGfHn6vQWc0uW9nCkT3n1ZrxVxYk'),
        ),
        createdTime: Created,
      }),
      sessions: list(Type.Object(sessionElsewhere), 'Where I am logged in.'),
      member: field(
        Type.Union([
          Type.Null(),
          Type.Object({
            id: MemberId,
            name: text('My name on the team.', sample.person),
            phone: text('My phone number on the team; may be empty.', sample.phone),
            stuid: text('My student id; may be empty.', sample.stuid),
            class: text('My class; may be empty.', sample.class),
            college: text('My college; may be empty.', sample.college),
            leaves: list(OwnLeave, 'The leaves I asked for.'),
            conclusions: list(OwnConclusion, 'The summaries I wrote.'),
            hours: list(HourLine, 'My lines in the ledger of hours, the latest first.'),
            certificates: list(HourCertificate, 'The certificates of them that I made, the latest first.'),
          }),
        ]),
        'What is held about me as a member, if I am one.',
      ),
      tickets: list(TicketText, 'My tickets.'),
      comments: listOf('My comments.', {
        id: field(Id, 'The number of the comment.', 88),
        ticket: TicketId,
        content: markPersonal(text('What I wrote; may be empty.', 'The lid is loose, too.'), 'comment', 'internal'),
        createdTime: Created,
      }),
      ratings: listOf('What I think of repairs.', {
        ticket: TicketId,
        stars: StarRating,
        content: markPersonal(text('What I wrote; may be empty.', 'It heats again, thank you!'), 'rating'),
        createdTime: Created,
      }),
      pictures: list(Type.String(), 'The addresses of my pictures.', [sample.picture]),
      feedback: listOf('My feedback.', {
        id: field(Id, 'The number of the feedback.', 7),
        content: text('What I wrote.', 'My kettle works again. Thank you!'),
        createdTime: Created,
      }),
      notices: list(
        Type.Object({ id: NoticeId, text: NoticeText, createdTime: Created }),
        'What I was told about my account.',
      ),
      messages: field(
        Type.Object({
          ...NotifyChoices.properties,
          mail: text('Where mails go; may be empty.', sample.mail),
          browsers: integer('On how many browsers I get notifications.', 1),
          consents: listOf('The messages in WeChat that I agreed to and that were not sent yet.', {
            template: text('The template.', 'AT0002-ready'),
            count: integer('How many.', 1),
          }),
        }),
        'What I chose to be told of, and where.',
      ),
    }),
    confirm: true,
    errors: ['factor_needed'],
  }),
  erase: post('/user/erase', 'user', {
    ticket: 'unrelated',
    summary:
      'Remove what is held about me: name, phone, identities, feedback, sessions, and of my tickets and comments the texts and pictures. A member is none any more; their name alone stays with what they did. I am logged out everywhere. Refused while the team has a device of mine, and to the last administrator.',
    confirm: true,
    errors: ['device_with_team', 'last_admin', 'factor_needed'],
  }),
}
