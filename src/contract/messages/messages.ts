import type { Static } from 'typebox'
import { keysOf } from '#kit/typed-keys.ts'
import { get, htmlPage, post } from '../endpoint.ts'
import { CalendarDate, LineOfText, limits, MailOrNone, patterned, sample } from '../fields.ts'
import { field, flag, integer, list, named, namedObject, nullable, objectOf, optional, Type, text } from '../type.ts'

export type RecipientRole = 'owner' | 'member' | 'admin'

interface MessageMeaning {
  readonly recipientRole: RecipientRole
  /** The default of the person's choice. */
  readonly on: boolean
  /** It is useless later, so quiet hours do not delay it. */
  readonly urgent?: true
}

/** The kinds of messages to people. Several about the same subject may be sent as one. */
export const messageKinds = {
  /** The team commented on the owner's ticket. */
  comment: { recipientRole: 'owner', on: true },
  /** The repair waits for a part, or for the owner. */
  waiting: { recipientRole: 'owner', on: true },
  ready: { recipientRole: 'owner', on: true },
  unrepairable: { recipientRole: 'owner', on: true },
  /** The device has been ready for some days. */
  uncollected: { recipientRole: 'owner', on: true },
  collected: { recipientRole: 'owner', on: false },
  /** Two tickets of the owner were merged. */
  merged: { recipientRole: 'owner', on: true },
  /** The owner's number of the repair day is called. */
  called: { recipientRole: 'owner', on: true, urgent: true },
  /** Two others are before the owner in the queue of the day. */
  soon: { recipientRole: 'owner', on: true, urgent: true },
  /** The owner has a booking for tomorrow. */
  booking_tomorrow: { recipientRole: 'owner', on: true },
  /** A place became free, and is kept for the owner for some hours. */
  place_offered: { recipientRole: 'owner', on: true },
  /** The team moved or cancelled a repair day that the owner booked. */
  day_changed: { recipientRole: 'owner', on: true },
  /** The owner commented on a ticket that the member works on. */
  answered: { recipientRole: 'member', on: true },
  /** Another member assigned the ticket to this one. */
  added: { recipientRole: 'member', on: true },
  /** A ticket of the member has had no activity for long. */
  idle: { recipientRole: 'member', on: true },
  shift_tomorrow: { recipientRole: 'member', on: true, urgent: true },
  shift_soon: { recipientRole: 'member', on: true, urgent: true },
  /** A shift of the member has too few people. */
  shift_gap: { recipientRole: 'member', on: true },
  /** A shift that the member could take over. */
  offer: { recipientRole: 'member', on: true },
  /** Another member took over a shift of this one. */
  place_taken: { recipientRole: 'member', on: true },
  /** The summary that the last shift left for the member's. */
  summary: { recipientRole: 'member', on: true },
  /** A ticket was filed while the member is on duty. */
  new_ticket: { recipientRole: 'member', on: false },
  /** The member helps on a repair day tomorrow. */
  help_tomorrow: { recipientRole: 'member', on: true, urgent: true },
  /** A helper's place became free, and is kept for the member for some hours. */
  help_asked: { recipientRole: 'member', on: true },
  /** The team moved or cancelled a repair day on which the member helps. */
  help_changed: { recipientRole: 'member', on: true },
  /** A task of the member is due before a repair day. */
  task_due: { recipientRole: 'member', on: true },
  /** A repair day within a week lacks helpers. */
  help_gap: { recipientRole: 'admin', on: true },
  /** An upcoming shift has too few people. */
  gap: { recipientRole: 'admin', on: true },
  /** A claimed ticket has had no activity, although its workers were reminded. */
  idle_team: { recipientRole: 'admin', on: true },
  /** Deliveries to the external ticket system fail. */
  external: { recipientRole: 'admin', on: true },
  feedback: { recipientRole: 'admin', on: true },
  /** A backup or a check of the database failed. */
  upkeep: { recipientRole: 'admin', on: true },
  /** Messages cannot be delivered over one of the channels. */
  channel: { recipientRole: 'admin', on: true },
} as const satisfies Record<string, MessageMeaning>

export type MessageKind = keyof typeof messageKinds
export const messageKindNames = keysOf(messageKinds)

export const chatKinds = ['new_ticket', 'ready', 'duty', 'gap', 'digest'] as const
export type ChatKind = (typeof chatKinds)[number]

/** The channels: to one person, to the team's chat, or to a program. */
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
export const channelNames = keysOf(channels)
export const personChannels = channelNames.filter((name): name is PersonChannel => channels[name] === 'person')
export const chatChannels = channelNames.filter((name): name is ChatChannel => channels[name] === 'chat')

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

export const Channel = named('Channel', Type.Enum(channelNames), 'A channel for messages.', 'mail')
export const MessageKindSchema = named('MessageKind', Type.Enum(messageKindNames), 'The kind of a message.', 'ready')

const on = (what: string) => flag(`Whether you get messages ${what}.`, true)

/** The choices of a person. Absent choices have their defaults. */
export const NotifyChoices = Type.Object({
  off: flag('Whether all messages are switched off.', false),
  channels: objectOf('By channel. Channels that the team does not have are absent.', {
    mail: optional(on('by email')),
    wechat: optional(on('in WeChat')),
    push: optional(on('by browser notifications')),
  }),
  kinds: field(
    Type.Object(Object.fromEntries(messageKindNames.map((kind) => [kind, optional(on(`of \`${kind}\``))]))),
    'By kind. Kinds that do not apply to you are absent.',
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
  'The address of the browser’s push service for this subscription.',
  'https://push.example.org/send/9sVt3mJ0hQ',
)

const MailKey = field(
  LineOfText(limits.token, { minLength: 1 }),
  'The key from the email.',
  'Zt1mB0c5Yw2Lr9Xk7Jd4HfQ8sVt3mJ0hQpN6bW1xYcA',
)
const mailPage = { input: Type.Object({ key: MailKey }), ...htmlPage } as const
const mailForm = { ...mailPage, query: ['key'], plainForm: true } as const

/** A key of this many bytes in base64url. */
const PushKey = (begins: string, bytes: number) => {
  const signs = Math.ceil((bytes * 8) / 6)
  return patterned('bad_characters', `^${begins}[A-Za-z0-9_-]{${signs - begins.length}}$`, { maxLength: signs })
}

/** The JSON of a browser's `PushSubscription`. */
export const BrowserSubscription = Type.Object({
  endpoint: Endpoint,
  keys: objectOf('The encryption keys of the subscription.', {
    p256dh: field(
      PushKey('B', 65),
      'The public key: 65 bytes in base64url.',
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    ),
    auth: field(PushKey('', 16), 'The shared secret: 16 bytes in base64url.', 'BTBZMqHH6r4Tts7J_aSIgg'),
  }),
})

export const messages = {
  choices: get('/user/notify', 'user', {
    ticket: 'unrelated',
    summary:
      'Get your message settings. They include the defaults, and how you can be reached over each channel that the team has.',
    output: Type.Object({
      ...NotifyChoices.properties,
      mail: nullable(
        Type.Object({
          address: text('The address for messages; empty if there is none.', sample.mail),
          own: flag('Whether you entered this address for messages; otherwise it is your login address.', false),
          pending: text('An address that you have not confirmed yet; may be empty.', ''),
          refused: flag('Whether the mail server refused the address. Nothing is sent to it any more.', false),
        }),
        'Your email settings; null if the team sends no email.',
      ),
      push: nullable(
        Type.Object({
          key: text(
            'The key for subscribing (`applicationServerKey`).',
            'BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U',
          ),
          devices: integer('How many of your browsers are subscribed.', 1),
          here: flag('Whether the browser of this session is subscribed.', true),
        }),
        'Browser notifications; null if the team does not use them.',
      ),
      wechat: nullable(
        Type.Object({
          templates: list(
            Type.Object({
              template: text('The id of the template, for asking for consent.', 'AT0002-ready'),
              kinds: list(MessageKindSchema, 'The kinds of messages that use it.'),
              consents: integer('How many messages you have agreed to that were not sent yet.', 1),
            }),
            'The message templates of the mini-program.',
          ),
        }),
        'Messages in WeChat; null if the team does not use them, or you do not log in with WeChat.',
      ),
    }),
  }),
  choose: post('/user/notify/update', 'user', {
    rate: 'profile',
    ticket: 'unrelated',
    summary: 'Change your message settings. Absent fields stay unchanged.',
    input: Type.Object({
      off: optional(NotifyChoices.properties.off),
      channels: optional(NotifyChoices.properties.channels),
      kinds: optional(NotifyChoices.properties.kinds),
    }),
  }),
  setMail: post('/user/mail/set', 'user', {
    ticket: 'unrelated',
    summary:
      'Set your address for messages. A six-digit code is sent to it; the address is used once POST /user/mail/verify gets that code. An empty address removes yours.',
    input: Type.Object({ mail: field(MailOrNone, 'The address; empty removes it.', sample.mail) }),
    errors: ['no_channel', 'peer_unavailable'],
  }),
  verifyMail: post('/user/mail/verify', 'user', {
    ticket: 'unrelated',
    summary: 'Confirm your address for messages with the six-digit code.',
    input: Type.Object({ code: field(LineOfText(limits.code, { minLength: 1 }), 'The six-digit code.', '482913') }),
    errors: ['no_channel', 'code_refused'],
    guessable: true,
  }),
  stopMailPage: get('/mail/off', 'anyone', {
    ticket: 'unrelated',
    summary:
      'Show the page for unsubscribing from emails. Every email links to it. It has a button that calls POST /mail/off; opening it changes nothing.',
    ...mailPage,
  }),
  stopMail: post('/mail/off', 'anyone', {
    ticket: 'unrelated',
    summary:
      'Unsubscribe from emails. The button of the page calls it, and email programs with one click (RFC 8058). The answer for an unknown key is the same.',
    ...mailForm,
  }),
  agreePage: get('/mail/confirm', 'anyone', {
    ticket: 'unrelated',
    summary:
      'Show the page for confirming a visitor’s email address. It has a button that calls POST /mail/confirm; opening it changes nothing.',
    ...mailPage,
  }),
  agree: post('/mail/confirm', 'anyone', {
    ticket: 'unrelated',
    summary:
      'Confirm a visitor’s email address. Messages about the ticket then go to it. Until then it gets only the email with the link.',
    ...mailForm,
  }),
  subscribe: post('/user/push/subscribe', 'user', {
    rate: 'profile',
    ticket: 'unrelated',
    summary: 'Subscribe this browser to notifications, for as long as it is logged in.',
    input: BrowserSubscription,
    errors: ['no_channel'],
  }),
  unsubscribe: post('/user/push/unsubscribe', 'user', {
    ticket: 'unrelated',
    summary: 'Unsubscribe this browser from notifications.',
    input: Type.Object({ endpoint: Endpoint }),
  }),
  consent: post('/user/consent', 'user', {
    ticket: 'unrelated',
    summary:
      'Record the answer to the mini-program’s consent dialog (`wx.requestSubscribeMessage`). Each yes allows one message; a no withdraws unused consents.',
    input: Type.Object({
      template: field(LineOfText(limits.name, { minLength: 1 }), 'The id of the template.', 'AT0002-ready'),
      accepted: flag('Whether you agreed.', true),
    }),
    errors: ['no_channel'],
  }),
  sent: get('/admin/messages/list', 'admin', {
    ticket: 'unrelated',
    summary:
      'Get message statistics of the last 30 days. They count messages by day and channel, and give the current error of each channel. Recipients and texts are never included.',
    output: Type.Object({
      channels: list(
        namedObject('ChannelHealth', 'The health of a channel.', {
          channel: Channel,
          waiting: integer('How many messages are waiting.', 0),
          error: text('The error of the last attempt; empty if it succeeded.', ''),
        }),
        'The channels of the team.',
      ),
      list: list(
        namedObject('MessageDay', 'The messages of one day over one channel.', {
          date: field(CalendarDate, 'The day on the team’s clock.', sample.date),
          channel: Channel,
          sent: integer('How many were sent.', 12),
          waiting: integer('How many are waiting.', 0),
          dropped: integer('How many were dropped, because they were outdated or merged into another message.', 1),
          failed: integer('How many could not be delivered.', 0),
        }),
        'The days, latest first.',
      ),
    }),
  }),
  test: post('/admin/messages/test', 'admin', {
    ticket: 'unrelated',
    summary:
      'Send a test message over one channel. It goes to you, or to the team’s chat. The call answers once the other side has accepted it.',
    input: Type.Object({ channel: Channel }),
    errors: ['no_channel', 'no_address', 'channel_refused'],
  }),
}

export type MessageTotals = Static<(typeof messages.sent)['output']>
