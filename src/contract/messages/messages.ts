import type { Static } from 'typebox'
import { get, post } from '../endpoint.ts'
import { CalendarDate, LineOfText, limits, MailOrNone, patterned, sample } from '../fields.ts'
import { field, flag, integer, list, named, namedObject, optional, Type, text } from '../type.ts'

/** Who is told something: whose ticket it is, a member, an administrator. */
export type RecipientRole = 'owner' | 'member' | 'admin'

interface MessageMeaning {
  readonly recipientRole: RecipientRole
  /** Whether people are told of it who have not said otherwise. */
  readonly on: boolean
  /** It is worth nothing later, so quiet hours do not hold it back. */
  readonly urgent?: true
}

/** What people are told of, each in a message of its own or together with others about the same thing. */
export const messageKinds = {
  /** The team wrote something on my ticket. */
  comment: { recipientRole: 'owner', on: true },
  /** My ticket waits for a part, or for me. */
  waiting: { recipientRole: 'owner', on: true },
  ready: { recipientRole: 'owner', on: true },
  unrepairable: { recipientRole: 'owner', on: true },
  /** My device has been ready for some days. */
  uncollected: { recipientRole: 'owner', on: true },
  collected: { recipientRole: 'owner', on: false },
  /** Two tickets of mine became one. */
  merged: { recipientRole: 'owner', on: true },
  /** My number of the repair day is called. */
  called: { recipientRole: 'owner', on: true, urgent: true },
  /** The owner wrote something on a ticket of mine. */
  answered: { recipientRole: 'member', on: true },
  /** Another member made a ticket mine. */
  added: { recipientRole: 'member', on: true },
  /** Nothing has happened for long to a ticket of mine. */
  idle: { recipientRole: 'member', on: true },
  shift_tomorrow: { recipientRole: 'member', on: true, urgent: true },
  shift_soon: { recipientRole: 'member', on: true, urgent: true },
  /** A shift of mine has too few people. */
  shift_gap: { recipientRole: 'member', on: true },
  /** A member cannot come to a shift that I could take. */
  offer: { recipientRole: 'member', on: true },
  /** A substitute comes to a shift instead of me. */
  place_taken: { recipientRole: 'member', on: true },
  /** What the last shift left for mine. */
  summary: { recipientRole: 'member', on: true },
  /** A ticket was handed in while I am on duty. */
  new_ticket: { recipientRole: 'member', on: false },
  /** A shift of the next days has too few people. */
  gap: { recipientRole: 'admin', on: true },
  /** Nothing has happened for long to a claimed ticket, although its workers were told. */
  idle_team: { recipientRole: 'admin', on: true },
  /** The external ticket system does not take what it was promised. */
  external: { recipientRole: 'admin', on: true },
  feedback: { recipientRole: 'admin', on: true },
  /** A backup or a check of the database failed. */
  upkeep: { recipientRole: 'admin', on: true },
  /** Messages cannot be delivered over one of the channels. */
  channel: { recipientRole: 'admin', on: true },
} as const satisfies Record<string, MessageMeaning>

export type MessageKind = keyof typeof messageKinds
export const messageKindNames = Object.keys(messageKinds) as MessageKind[] // the table's own keys

/** What the team's chat can be told of. */
export const chatKinds = ['new_ticket', 'ready', 'duty', 'gap', 'digest'] as const
export type ChatKind = (typeof chatKinds)[number]

/** How messages travel: to one person, to the team's chat, or to a program. */
export const channels = {
  mail: 'person',
  wechat: 'person',
  push: 'person',
  wecom: 'chat',
  feishu: 'chat',
  dingtalk: 'chat',
  slack: 'chat',
  matrix: 'chat',
  webhook: 'program',
} as const
export type ChannelName = keyof typeof channels
type ChannelsTo<To extends string> = {
  [C in ChannelName]: (typeof channels)[C] extends To ? C : never
}[ChannelName]
export type PersonChannel = ChannelsTo<'person'>
export type ChatChannel = ChannelsTo<'chat'>
export const channelNames = Object.keys(channels) as ChannelName[] // the table's own keys
export const personChannels = channelNames.filter((name): name is PersonChannel => channels[name] === 'person')
export const chatChannels = channelNames.filter((name): name is ChatChannel => channels[name] === 'chat')

/** What a program can be told of over the webhook. */
export const webhookEvents = [
  'ticket.created',
  'ticket.claimed',
  'ticket.moved',
  'ticket.withdrawn',
  'ticket.contact',
  'ticket.retrieved',
  'ticket.unretrieved',
  'ticket.assigned',
  'ticket.dropped',
  'ticket.returned',
  'ticket.commented',
  'ticket.noted',
  'ticket.forwarded',
  'duty.written',
  'duty.counted',
  'duty.unplanned',
  'leave.asked',
  'leave.cancelled',
  'leave.taken',
  'conclusion.written',
  'roster.created',
  'roster.updated',
  'roster.activated',
  'roster.deleted',
  'feedback.sent',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

export const Channel = named('Channel', Type.Enum(channelNames), 'How a message travels.', 'mail')
export const MessageKindSchema = named('MessageKind', Type.Enum(messageKindNames), 'What a message tells.', 'ready')

const on = (what: string) => flag(`Whether I am told ${what}.`, true)

/** The choices of a person. A choice that is absent has its default. */
export const NotifyChoices = Type.Object({
  off: flag('I am told nothing at all.', false),
  channels: field(
    Type.Object({
      mail: optional(on('by mail')),
      wechat: optional(on('in WeChat')),
      push: optional(on('by notifications of my browsers')),
    }),
    'By channel; those that the team does not have are not there.',
  ),
  kinds: field(
    Type.Object(Object.fromEntries(messageKindNames.map((kind) => [kind, optional(on(`of \`${kind}\``))]))),
    'By kind; those that are not for me are not there.',
    { ready: true },
  ),
})
export type NotifyChoices = {
  readonly off: boolean
  readonly channels: { readonly [C in PersonChannel]?: boolean }
  readonly kinds: { readonly [K in MessageKind]?: boolean }
}

const Endpoint = field(
  LineOfText(limits.url, { minLength: 1 }),
  'Where the browser’s push service takes messages for it.',
  'https://push.example.org/send/9sVt3mJ0hQ',
)

const MailKey = field(
  LineOfText(limits.token, { minLength: 1 }),
  'The key in the mail.',
  'Zt1mB0c5Yw2Lr9Xk7Jd4HfQ8sVt3mJ0hQpN6bW1xYcA',
)
const Shown = text('A page.', '<!doctype html>')

/** A key of this many bytes in base64url, as browsers give it. */
const PushKey = (begins: string, bytes: number) => {
  const signs = Math.ceil((bytes * 8) / 6)
  return patterned('bad_characters', `^${begins}[A-Za-z0-9_-]{${signs - begins.length}}$`, { maxLength: signs })
}

/** A browser that takes notifications, as it describes itself. */
export const BrowserSubscription = Type.Object({
  endpoint: Endpoint,
  keys: field(
    Type.Object({
      p256dh: field(
        PushKey('B', 65),
        'Its public key: 65 bytes in base64url.',
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      ),
      auth: field(PushKey('', 16), 'Its shared secret: 16 bytes in base64url.', 'BTBZMqHH6r4Tts7J_aSIgg'),
    }),
    'What its messages are encrypted with.',
  ),
})

const count = (what: string, example: number) => integer(what, example)

/** What people are told, how, and how that goes. */
export const messages = {
  choices: get('/user/notify', 'user', {
    ticket: 'unrelated',
    summary:
      'What I am told of and how: my choices, where nothing is chosen what is usual, and how I can be reached over each channel that the team has.',
    output: Type.Object({
      ...NotifyChoices.properties,
      mail: field(
        Type.Union([
          Type.Null(),
          Type.Object({
            address: text('Where mails go; empty where there is none.', sample.mail),
            own: flag('Whether I gave this address for messages; else it is the one I log in by.', false),
            pending: text('An address that I have not confirmed yet; may be empty.', ''),
            refused: flag('The address was refused by its mail server, so nothing is sent to it.', false),
          }),
        ]),
        'My mail address; null where the team sends no mail.',
      ),
      push: field(
        Type.Union([
          Type.Null(),
          Type.Object({
            key: text(
              'What a browser subscribes with (`applicationServerKey`).',
              'BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U',
            ),
            devices: count('On how many of my browsers they appear.', 1),
            here: flag('Whether this login has one of them.', true),
          }),
        ]),
        'Notifications of browsers; null where the team has none.',
      ),
      wechat: field(
        Type.Union([
          Type.Null(),
          Type.Object({
            templates: list(
              Type.Object({
                template: text('The id of the template, to ask for consent with.', 'AT0002-ready'),
                kinds: list(MessageKindSchema, 'What is told with it.'),
                consents: count('How many messages I have agreed to that were not sent yet.', 1),
              }),
              'The templates of the mini-program.',
            ),
          }),
        ]),
        'Messages in WeChat; null where the team has none, or I do not log in with it.',
      ),
    }),
  }),
  choose: post('/user/notify/update', 'user', {
    rate: 'profile',
    ticket: 'unrelated',
    summary: 'Choose what I am told of and how. What is absent stays as it is.',
    input: Type.Object({
      off: optional(NotifyChoices.properties.off),
      channels: optional(NotifyChoices.properties.channels),
      kinds: optional(NotifyChoices.properties.kinds),
    }),
  }),
  setMail: post('/user/mail/set', 'user', {
    ticket: 'unrelated',
    summary:
      'Give an address for messages. Six digits are sent to it, and nothing else until I have typed them (`/user/mail/verify`). An empty address takes mine away.',
    input: Type.Object({ mail: field(MailOrNone, 'The address, or nothing.', sample.mail) }),
    errors: ['no_channel', 'peer_unavailable'],
  }),
  verifyMail: post('/user/mail/verify', 'user', {
    ticket: 'unrelated',
    summary: 'Confirm that address with the six digits.',
    input: Type.Object({ code: field(LineOfText(limits.code, { minLength: 1 }), 'The six digits.', '482913') }),
    errors: ['no_channel', 'code_refused'],
    guessable: true,
  }),
  stopMailPage: get('/mail/off', 'anyone', {
    ticket: 'unrelated',
    summary: 'The page behind “no more mails” in every mail: a button that asks for it. Opening it changes nothing.',
    input: Type.Object({ key: MailKey }),
    output: Shown,
    answer: 'raw',
    produces: 'text/html',
  }),
  stopMail: post('/mail/off', 'anyone', {
    ticket: 'unrelated',
    summary:
      'No more mails for whoever got the mail with this key: what that button sends, and mail programs with one click (RFC 8058). The answer is the same for a key that nobody has.',
    input: Type.Object({ key: MailKey }),
    query: ['key'],
    plainForm: true,
    output: Shown,
    answer: 'raw',
    produces: 'text/html',
  }),
  agreePage: get('/mail/confirm', 'anyone', {
    ticket: 'unrelated',
    summary:
      'The page behind the link that is sent to an address which a visitor typed: a button that agrees to messages there. Opening it changes nothing.',
    input: Type.Object({ key: MailKey }),
    output: Shown,
    answer: 'raw',
    produces: 'text/html',
  }),
  agree: post('/mail/confirm', 'anyone', {
    ticket: 'unrelated',
    summary:
      'Messages about the visitor’s ticket go to that address: what the button of that page sends. Until then only the one mail with the link goes there.',
    input: Type.Object({ key: MailKey }),
    query: ['key'],
    plainForm: true,
    output: Shown,
    answer: 'raw',
    produces: 'text/html',
  }),
  subscribe: post('/user/push/subscribe', 'user', {
    rate: 'profile',
    ticket: 'unrelated',
    summary: 'Let this browser show notifications for as long as it is logged in.',
    input: BrowserSubscription,
    errors: ['no_channel'],
  }),
  unsubscribe: post('/user/push/unsubscribe', 'user', {
    ticket: 'unrelated',
    summary: 'No more notifications on this browser.',
    input: Type.Object({ endpoint: Endpoint }),
  }),
  consent: post('/user/consent', 'user', {
    ticket: 'unrelated',
    summary:
      'What I answered when the mini-program asked (`wx.requestSubscribeMessage`). Each yes is one message; a no takes back those that were not sent.',
    input: Type.Object({
      template: field(LineOfText(limits.name, { minLength: 1 }), 'The id of the template.', 'AT0002-ready'),
      accepted: flag('Whether I agreed.', true),
    }),
    errors: ['no_channel'],
  }),
  sent: get('/admin/messages/list', 'admin', {
    ticket: 'unrelated',
    summary:
      'How many messages were sent, wait, were held back or failed in the last 30 days, by day and channel, and what is wrong with a channel. Never whom they went to, or their text.',
    output: Type.Object({
      channels: list(
        namedObject('ChannelHealth', 'How a channel does.', {
          channel: Channel,
          waiting: count('How many messages wait to be sent over it.', 0),
          error: text('What its last try met, in words; empty if nothing went wrong.', ''),
        }),
        'Those that the team has.',
      ),
      list: list(
        namedObject('MessageDay', 'The messages of a day over one channel.', {
          date: field(CalendarDate, 'The day by the team’s clock.', sample.date),
          channel: Channel,
          sent: count('How many were sent.', 12),
          waiting: count('How many wait.', 0),
          dropped: count('How many were not sent: no longer true, or told in another one.', 1),
          failed: count('How many could not be delivered.', 0),
        }),
        'The latest day first.',
      ),
    }),
  }),
  test: post('/admin/messages/test', 'admin', {
    ticket: 'unrelated',
    summary: 'Send a test over one channel: to me, or to the team’s chat. Answers once it was taken.',
    input: Type.Object({ channel: Channel }),
    errors: ['no_channel', 'no_address', 'channel_refused'],
  }),
}

export type MessageTotals = Static<(typeof messages.sent)['output']>
