import { OwnConclusion } from '../duty/conclusions.ts'
import { OwnLeave } from '../duty/leaves.ts'
import { get, post } from '../endpoint.ts'
import { textErrors } from '../errors.ts'
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
import {
  field,
  flag,
  integer,
  list,
  listOf,
  named,
  namedObject,
  nullable,
  objectOf,
  optional,
  Type,
  text,
} from '../type.ts'
import { noticeKinds } from './notices.ts'
import { sessionElsewhere } from './sessions.ts'

const profile = {
  name: text('Your name; may be empty.', sample.person),
  phone: text('Your phone number; may be empty.', sample.phone),
}
const Profile = named('Profile', Type.Object(profile), 'The profile of a person.')

const NoticeId = field(Id, 'The number of the notice.', 6)
const NoticeText = text('What happened, in your language.', 'Someone logged in as you on a new device.')

export const users = {
  me: get('/user/me', 'anyone', {
    ticket: 'unrelated',
    summary:
      'Get the person of the token. `user` is null if the token is missing or has ended. `linked` says that a member login needs no code now.',
    output: Type.Object({
      user: nullable(
        Type.Object({
          id: field(Id, 'Your number, the same in all of your sessions.', 7),
          ...profile,
          lang: field(Type.Union([Language, Type.Literal('')]), 'Your language; empty until you choose one.'),
          guest: flag('Whether you have no account, so that this token is the only way to identify you.', false),
          linked: flag('Whether a member login needs no code now.'),
          notices: integer('How many notices about your account are unread.', 0),
          member: nullable(
            Type.Object({
              id: MemberId,
              name: text('Your name on the team.', sample.person),
              avatar: text('The address of your picture.', sample.picture),
              admin: flag('Whether you are an administrator.', false),
            }),
            'The member that this session is logged in as; null if none.',
            null,
          ),
        }),
        'The person; null if the token is missing or has ended.',
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
    summary: 'Get your profile.',
    output: Profile,
  }),
  update: post('/user/update', 'user', {
    rate: 'profile',
    revision: 'both',
    ticket: 'unrelated',
    summary: 'Change your profile. Absent fields stay unchanged; empty ones are cleared.',
    input: Type.Object({ name: optional(Name), phone: optional(Phone) }),
    rateWith: { name: 'comment' },
    errors: textErrors,
  }),
  phone: post('/user/phone', 'user', {
    ticket: 'unrelated',
    summary:
      'Copy your phone number from WeChat to your profile. It takes the code from the mini-program’s phone number button.',
    input: Type.Object({
      code: field(
        CodeText,
        'The code from `bindgetphonenumber`, valid once within five minutes.',
        'e31968a7f94cc5ee25fafc2aef2773f0bb8c3937b22520eb8ee345274d00c144',
      ),
    }),
    errors: ['code_refused', 'not_configured', 'peer_unavailable'],
  }),
  locale: get('/user/locale/get', 'user', {
    revision: 'both',
    ticket: 'unrelated',
    summary: 'Get your language.',
    output: Type.Object({ lang: field(Language, 'Your language, or the team’s until you choose one.') }),
  }),
  updateLocale: post('/user/locale/update', 'user', {
    rate: 'profile',
    revision: 'both',
    ticket: 'unrelated',
    summary: 'Choose your language.',
    input: Type.Object({ lang: field(Language, 'The language.', 'en_US') }),
  }),
  report: post('/report', 'user', {
    revision: 'both',
    ticket: 'unrelated',
    summary: 'Send feedback to the team.',
    input: Type.Object({
      content: field(LongText({ minLength: 1 }), 'The text of the feedback.', 'My kettle works again. Thank you!'),
    }),
    rate: 'feedback',
    keyed: true,
    errors: ['key_reused', ...textErrors],
  }),
  notices: get('/user/notices', 'user', {
    ticket: 'unrelated',
    summary:
      'List recent notices about your account, newest first. They tell of logins on new devices, approved devices and changed passwords. At most 50; `text` is in your language.',
    output: Type.Object({
      list: list(
        namedObject('Notice', 'A notice about your account.', {
          id: NoticeId,
          kind: field(Type.Enum([...noticeKinds]), 'The kind of the notice.'),
          time: field(Timestamp, 'When it happened.'),
          text: NoticeText,
          seen: flag('Whether you have read it.', false),
        }),
        'The notices, newest first.',
      ),
    }),
  }),
  noticesSeen: post('/user/notices/seen', 'user', {
    ticket: 'unrelated',
    summary: 'Mark this notice and all earlier ones as read.',
    input: Type.Object({ id: NoticeId }),
  }),
  export: get('/user/export', 'user', {
    ticket: 'see',
    summary: 'Export all data that is stored about you.',
    output: Type.Object({
      profile: objectOf('Your account.', {
        id: field(Id, 'Your number.', 41),
        ...profile,
        lang: field(Language, 'Your language.'),
        createdTime: field(Timestamp, 'When you first logged in.'),
      }),
      identities: listOf('Your ways of logging in.', {
        provider: text('The provider.', 'mail'),
        subject: text('The provider’s id for you.', sample.mail),
        unionid: optional(
          text(
            'For WeChat: the id that all programs of the team’s WeChat account share.',
            'oGfHn6vQWc0uW9nCkT3n1ZrxVxYk',
          ),
        ),
        createdTime: Created,
      }),
      sessions: list(Type.Object(sessionElsewhere), 'Your sessions.'),
      member: nullable(
        Type.Object({
          id: MemberId,
          name: text('Your name on the team.', sample.person),
          phone: text('Your phone number on the team; may be empty.', sample.phone),
          stuid: text('Your student ID; may be empty.', sample.stuid),
          class: text('Your class; may be empty.', sample.class),
          college: text('Your college; may be empty.', sample.college),
          leaves: list(OwnLeave, 'The leaves that you asked for.'),
          conclusions: list(OwnConclusion, 'The summaries that you wrote.'),
          hours: list(HourLine, 'Your entries in the ledger of hours, latest first.'),
          certificates: list(HourCertificate, 'Your certificates of hours, latest first.'),
        }),
        'Your data as a member, if you are one.',
      ),
      tickets: list(TicketText, 'Your tickets.'),
      comments: listOf('Your comments.', {
        id: field(Id, 'The number of the comment.', 88),
        ticket: TicketId,
        content: markPersonal(text('What you wrote; may be empty.', 'The lid is loose, too.'), 'comment', 'internal'),
        createdTime: Created,
      }),
      ratings: listOf('Your ratings.', {
        ticket: TicketId,
        stars: StarRating,
        content: markPersonal(text('What you wrote; may be empty.', 'It heats again, thank you!'), 'rating'),
        createdTime: Created,
      }),
      pictures: list(Type.String(), 'The addresses of your pictures.', [sample.picture]),
      feedback: listOf('Your feedback.', {
        id: field(Id, 'The number of the feedback.', 7),
        content: text('What you wrote.', 'My kettle works again. Thank you!'),
        createdTime: Created,
      }),
      notices: list(
        Type.Object({ id: NoticeId, text: NoticeText, createdTime: Created }),
        'Notices about your account.',
      ),
      messages: objectOf('Your message settings.', {
        ...NotifyChoices.properties,
        mail: text('The email address for messages; may be empty.', sample.mail),
        browsers: integer('How many of your browsers are subscribed to notifications.', 1),
        consents: listOf('WeChat messages that you agreed to and that were not sent yet.', {
          template: text('The id of the template.', 'AT0002-ready'),
          count: integer('How many messages.', 1),
        }),
      }),
    }),
    confirm: true,
    errors: ['factor_needed'],
  }),
  erase: post('/user/erase', 'user', {
    ticket: 'unrelated',
    summary:
      'Erase your personal data. It removes name, phone, identities, feedback, sessions, and the texts and pictures of your tickets and comments. Members leave the team; only their name stays in the history. You are logged out everywhere. Refused while the team has a device of yours, and for the last administrator.',
    confirm: true,
    errors: ['device_with_team', 'last_admin', 'factor_needed'],
  }),
}
