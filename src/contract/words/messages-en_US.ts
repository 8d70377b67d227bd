import type {
  CollectableTicket,
  MessageShiftTime,
  MessageTicket,
  UnderstaffedShift,
} from '../messages/message-facts.ts'
import { benchName } from './bench.ts'
import { countedNoun } from './counted.ts'
import type { MessageWords } from './words.ts'

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function dayOf(date: string): string {
  const { dayOfWeek, day, month } = Temporal.PlainDate.from(date)
  return `${days[dayOfWeek - 1]} ${day} ${months[month - 1]}`
}
const time = ({ date, from, until }: MessageShiftTime) => `${dayOf(date)}, ${from}–${until}`
const ticket = ({ number, device }: MessageTicket) => `No. ${number}, ${device}`
const at = (place: string) => (place === '' ? '' : ` at ${place}`)
const sentences = (...all: readonly string[]) => all.filter((one) => one !== '').join(' ')

function collect({ place, next }: CollectableTicket): string {
  if (next) return `You can collect it${at(place)}. We are there next on ${time(next)}.`
  return place === '' ? 'You can collect it when we are there.' : `You can collect it${at(place)} when we are there.`
}
const missing = ({ people, wanted }: UnderstaffedShift) =>
  people === 0
    ? 'Nobody is there.'
    : `Only ${people} of ${countedNoun(wanted, 'person', 'people')} ${people === 1 ? 'is' : 'are'} there.`

export const messageWords: MessageWords = {
  told: {
    comment: (facts) => ({
      subject: `${facts.by} wrote to you: ${ticket(facts)}`,
      text: facts.text
        ? `${facts.by} wrote to you about ${ticket(facts)}:\n\n${facts.text}`
        : `${facts.by} sent you a picture about ${ticket(facts)}.`,
    }),
    answered: (facts) => ({
      subject: `The owner answered: ${ticket(facts)}`,
      text: `The owner answered about ${ticket(facts)}. ${facts.text ? `${facts.by} wrote:\n\n${facts.text}` : `${facts.by} sent a picture.`}`,
    }),
    waiting: (facts) => ({
      subject: `Your repair is waiting: ${ticket(facts)}`,
      text: `The repair of ${ticket(facts)} is waiting: for a part, or for an answer from you. The page says more.`,
    }),
    ready: (facts) => ({
      subject: `Ready for collection: ${ticket(facts)}`,
      text: `It is repaired: ${ticket(facts)}. ${collect(facts)}`,
    }),
    unrepairable: (facts) => ({
      subject: `Please collect: ${ticket(facts)}`,
      text: `We are sorry: ${ticket(facts)} could not be repaired. ${collect(facts)}`,
    }),
    uncollected: (facts) => ({
      subject: `Still waiting for you: ${ticket(facts)}`,
      text: `${ticket(facts)} has been waiting for you for ${facts.days === 1 ? 'a day' : `${facts.days} days`}. ${collect(facts)}`,
    }),
    collected: (facts) => ({
      subject: `Collected: ${ticket(facts)}`,
      text: `${ticket(facts)} was collected. If that was not you, please tell the team.`,
    }),
    merged: (facts) => ({
      subject: `Two tickets of yours are one: ${ticket(facts)}`,
      text: `Your ticket no. ${facts.from} goes on as ${ticket(facts)}. Everything that belongs to it is there.`,
    }),
    idle: (facts) => ({
      subject: `Nothing happens: ${ticket(facts)}`,
      text: `You work on ${ticket(facts)}, and nothing has happened for ${countedNoun(facts.days, 'day')}. Write how it stands, or give it back. In a week it is open to all again.`,
    }),
    idle_team: (facts) => ({
      subject: `Nothing happens: ${ticket(facts)}`,
      text: `Nothing has happened to ${ticket(facts)} for ${countedNoun(facts.days, 'day')}, although those who work on it were told. In a few days it is open to all again.`,
    }),
    called: (facts) => ({
      subject: `${facts.turn}: it is your turn`,
      text: `It is your turn. Please come to ${benchName('en_US', facts.bench) || 'the bench'} with ${ticket(facts)}.`,
    }),
    added: (facts) => ({
      subject: `You work on ${ticket(facts)}`,
      text: `Somebody added you to ${ticket(facts)}.`,
    }),
    new_ticket: (facts) => ({
      subject: `New ticket: ${ticket(facts)}`,
      text: `Somebody filed ${ticket(facts)} while you are on duty.`,
    }),
    shift_tomorrow: (facts) => ({
      subject: `Your shift tomorrow, ${facts.from}`,
      text: `You are on duty tomorrow: shift ${facts.shift}, ${time(facts)}${at(facts.place)}.`,
    }),
    shift_soon: (facts) => ({
      subject: `Your shift begins at ${facts.from}`,
      text: `Your shift ${facts.shift} begins at ${facts.from}${at(facts.place)}.`,
    }),
    shift_gap: (facts) => ({
      subject: `Your shift needs people: ${time(facts)}`,
      text: `Your shift ${facts.shift} on ${time(facts)} has too few people. ${missing(facts)}`,
    }),
    gap: (facts) => ({
      subject: `Too few people: ${time(facts)}`,
      text: `Shift ${facts.shift} on ${time(facts)} has too few people. ${missing(facts)}`,
    }),
    summary: (facts) => ({
      subject: 'What the last shift left for yours',
      text: `Your shift ${facts.shift} begins. The last shift wrote: ${facts.text}`,
    }),
    offer: (facts) => ({
      subject: `Who can come? ${time(facts)}`,
      text: `${facts.name} cannot come to shift ${facts.shift} on ${time(facts)}. You could take it.`,
    }),
    place_taken: (facts) => ({
      subject: `${facts.name} comes for you: ${time(facts)}`,
      text: `${facts.name} takes your shift ${facts.shift} on ${time(facts)}.`,
    }),
    feedback: () => ({ subject: 'New feedback', text: 'Somebody sent the team feedback.' }),
    external: () => ({
      subject: 'Forwarding is stuck',
      text: 'The external ticket system does not take what it was promised. The console shows what is stuck and why.',
    }),
    upkeep: ({ what }) => ({
      subject: what === 'backup' ? 'The backup failed' : 'The database may be damaged',
      text:
        what === 'backup'
          ? 'The nightly backup failed. The log of the service says why.'
          : 'A check found the database damaged, so nothing is written any more. The log of the service names the command that restores the last backup.',
    }),
    channel: ({ channel }) => ({
      subject: `Messages do not arrive: ${channels[channel]}`,
      text: `Messages over ${channels[channel]} cannot be delivered. The console shows why.`,
    }),
    duty: ({ open, until, place, reason }) => ({
      subject: open ? 'On duty' : 'Not on duty',
      text: open ? `On duty${until && ` until ${until}`}${at(place)}.` : sentences('Not on duty.', reason),
    }),
    digest: (facts) => ({ subject: `Today, ${dayOf(facts.date)}`, text: digest(facts) }),
    test: () => ({ subject: 'A test message', text: 'This is a test: messages arrive here.' }),
  },
  chat: {
    new_ticket: (facts) => `New ticket: ${ticket(facts)}`,
    ready: (facts) => `Ready for collection: ${ticket(facts)}`,
    gap: (facts) => `Too few people: shift ${facts.shift}, ${time(facts)} (${facts.people} of ${facts.wanted})`,
    duty: ({ open, until, place, reason }) =>
      open ? `On duty${until && ` until ${until}`}${at(place)}` : `Not on duty${reason && `: ${reason}`}`,
    digest: (facts) => `Good morning! ${digest(facts)}`,
    test: () => 'This is a test: messages arrive here.',
  },
  several: (subject, more) => `${subject}, and ${more} more`,
  from: (team) => team || 'Fettle',
  open: 'Open the page',
  why: (team) => `You get this mail because of a repair or a shift${team && ` at ${team}`}.`,
  choose: 'Choose what you are told',
  stop: 'No more mails',
  stopping: {
    title: 'No more mails?',
    ask: 'Then nothing about your repairs and shifts comes by mail any more. Login codes still do.',
    done: 'No more mails',
    after: 'It is done: nothing comes by mail any more. You can choose otherwise in your account at any time.',
  },
  agreeing: {
    subject: (team) => `Messages about a repair${team && ` at ${team}`}?`,
    text: (link, team) =>
      `This address was given${team && ` at ${team}`}, so that we write when a device is ready. If that was you, open this page and press the button:\n\n${link}\n\nThe page works for 7 days. If it was not you, ignore this mail: nothing more will be sent.`,
    title: 'Messages about your repair?',
    ask: 'Then we write to you at this address about your device: when it is ready, and when we have a question.',
    button: 'Yes, write to me',
    done: 'We write to you',
    after: 'It is done: we write to this address about your device. Every mail has a link that stops them.',
    over: 'This link is too old, or another one was sent after it. On the page of your receipt you can ask for a new one.',
  },
  address: {
    subject: (code, team) => `${code} confirms your email address${team && ` for ${team}`}`,
    text: (code, minutes, team) =>
      `To get messages${team && ` from ${team}`} at this address, type these digits on the page:\n\n${code}\n\nThey work once, within ${countedNoun(minutes, 'minute')}. If you did not ask for them, ignore this mail: nothing more will be sent.`,
  },
  channels: {
    mail: 'mail',
    wechat: 'WeChat',
    push: 'browser notifications',
    wecom: 'WeCom',
    feishu: 'Feishu',
    dingtalk: 'DingTalk',
    slack: 'Slack',
    matrix: 'Matrix',
    webhook: 'the webhook',
  },
  troubles: {
    unreachable: ({ reason }) => `It cannot be reached (${reason}).`,
    private_address: () => 'Its address belongs to this machine or to a private network, which is not allowed.',
    slow: ({ seconds }) => `It did not answer within ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`,
    cut: () => 'The connection ended before it had answered.',
    redirected: () => 'It sends us to another address, which is never followed.',
    too_long: () => 'Its answer is far too long. Is the address right?',
    not_understood: () => 'Its answer cannot be understood. Is the address right?',
    credentials: () => 'It refuses us. Check the key or token in the configuration.',
    misconfigured: ({ setting }) => `${setting} does not fit what is there.`,
    busy: () => 'It is too busy and asks us to come back later.',
    failing: ({ status }) => `It has failed inside (${status}).`,
    refused: ({ status }) => `It does not take what we send (${status}).`,
    closed: () => 'It wants nothing more from us.',
    missing_there: () => 'What it was about is not there any more.',
    unwritable: ({ reason }) => `The file cannot be written (${reason}).`,
    address_gone: () => 'The address is no more.',
    no_consent: () => 'The person has not agreed to a further message.',
    unforeseen: () => 'Something unforeseen went wrong here. The log says more.',
  },
}

const { channels } = messageWords

function digest({ waiting, ready, shifts }: Parameters<MessageWords['chat']['digest']>[0]): string {
  const open = shifts.map(({ shift, from, until, people }) => `shift ${shift} ${from}–${until} (${people})`)
  return sentences(
    open.length === 0 ? 'No duty today.' : `On duty today: ${open.join(', ')}.`,
    `${waiting} ${waiting === 1 ? 'ticket waits' : 'tickets wait'} to be claimed, ${ready} ${ready === 1 ? 'is' : 'are'} ready for collection.`,
  )
}
