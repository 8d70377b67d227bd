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
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec']

function dayOf(date: string): string {
  const { dayOfWeek, day, month } = Temporal.PlainDate.from(date)
  return `${days[dayOfWeek - 1]} ${day} ${months[month - 1]}`
}
const time = ({ date, from, until }: MessageShiftTime) => `${dayOf(date)}, ${from}–${until}`
const ticket = ({ number, device }: MessageTicket) => `#${number} (${device})`
const at = (place: string) => (place === '' ? '' : ` at ${place}`)
const sentences = (...all: readonly string[]) => all.filter((one) => one !== '').join(' ')

function collect({ place, next }: CollectableTicket): string {
  if (next) return `You can collect it${at(place)}. We are next open on ${time(next)}.`
  return place === '' ? 'You can collect it when we are open.' : `You can collect it${at(place)} when we are open.`
}
const missing = ({ people, wanted }: UnderstaffedShift) =>
  people === 0
    ? 'No one is coming so far.'
    : `Only ${people} of ${countedNoun(wanted, 'person', 'people')} can come so far.`

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
      subject: `Your repair is on hold: ${ticket(facts)}`,
      text: `${ticket(facts)} is on hold: we are waiting for a part or for your answer. See the ticket for details.`,
    }),
    ready: (facts) => ({
      subject: `Ready to collect: ${ticket(facts)}`,
      text: `Your ${facts.device} (#${facts.number}) is repaired. ${collect(facts)} Show the code on your ticket when you collect it.`,
    }),
    unrepairable: (facts) => ({
      subject: `Not repaired, please collect: ${ticket(facts)}`,
      text: `Sorry, we could not repair ${ticket(facts)}. ${collect(facts)}`,
    }),
    uncollected: (facts) => ({
      subject: `Not collected yet: ${ticket(facts)}`,
      text: `${ticket(facts)} has been ready to collect for ${facts.days === 1 ? 'a day' : `${facts.days} days`}. ${collect(facts)}`,
    }),
    collected: (facts) => ({
      subject: `Collected: ${ticket(facts)}`,
      text: `${ticket(facts)} was collected. If it was not you, please tell us.`,
    }),
    merged: (facts) => ({
      subject: `Your two tickets are now one: ${ticket(facts)}`,
      text: `Your ticket #${facts.from} is now part of ${ticket(facts)}. Everything from both is there.`,
    }),
    idle: (facts) => ({
      subject: `No progress on ${ticket(facts)}`,
      text: `You are working on ${ticket(facts)}, and there has been no progress for ${countedNoun(facts.days, 'day')}. Write an update, or put it back in the queue. In a week anyone can claim it again.`,
    }),
    idle_team: (facts) => ({
      subject: `No progress on ${ticket(facts)}`,
      text: `There has been no progress on ${ticket(facts)} for ${countedNoun(facts.days, 'day')}. The members who work on it have been reminded. In a few days anyone can claim it again.`,
    }),
    called: (facts) => ({
      subject: `${facts.turn}: it is your turn`,
      text: `It is your turn. Please bring your ${facts.device} to ${benchName('en_US', facts.bench) || 'the bench'}.`,
    }),
    soon: (facts) => ({
      subject: `${facts.turn}: ${countedNoun(facts.ahead, 'person', 'people')} ahead of you`,
      text: `${countedNoun(facts.ahead, 'person is', 'people are')} ahead of you with ${facts.turn}. Please come back to the queue with ${ticket(facts)}.`,
    }),
    booking_tomorrow: (facts) => ({
      subject: `Your repair day tomorrow, ${facts.from}: ${ticket(facts)}`,
      text: `${facts.title}: please come tomorrow, ${time(facts)}${at(facts.place)}, with ${ticket(facts)} and everything that belongs to it. If you can no longer come, cancel your booking, so that someone else can.`,
    }),
    place_offered: (facts) => ({
      subject: `A place is free for you: ${time(facts)}`,
      text: `${facts.title}: a place is free for ${ticket(facts)} on ${time(facts)}${at(facts.place)}. We keep it for you until ${dayOf(facts.keptDate)}, ${facts.keptUntil}. Take it or let it go on your ticket.`,
    }),
    day_changed: (facts) => ({
      subject: facts.off ? `Cancelled: ${facts.title}` : `Changed: ${facts.title}, ${time(facts)}`,
      text: facts.off
        ? `Sorry, ${facts.title} on ${time(facts)} does not take place for you, so your booking for ${ticket(facts)} is cancelled.`
        : `${facts.title} is now on ${time(facts)}${at(facts.place)}. Your booking for ${ticket(facts)} moves with it. If you can no longer come, please cancel it.`,
    }),
    added: (facts) => ({
      subject: `You were added to ${ticket(facts)}`,
      text: `A colleague added you to ${ticket(facts)}.`,
    }),
    new_ticket: (facts) => ({
      subject: `New ticket: ${ticket(facts)}`,
      text: `${ticket(facts)} was submitted during your shift. You can claim it.`,
    }),
    help_tomorrow: (facts) => ({
      subject: `You help tomorrow, ${facts.from}: ${facts.title}`,
      text: `${facts.title}: you help tomorrow, ${time(facts)}${at(facts.place)}. Role: ${facts.role}. If you can no longer come, please tell an administrator.`,
    }),
    help_asked: (facts) => ({
      subject: `Can you help? ${facts.title}, ${time(facts)}`,
      text: `${facts.title}, ${time(facts)}${at(facts.place)} can use your help now. Role: ${facts.role}. We keep it for you until ${dayOf(facts.keptDate)}, ${facts.keptUntil}. Please say yes or no.`,
    }),
    help_changed: (facts) => ({
      subject: facts.off ? `No helpers needed: ${facts.title} is cancelled` : `${facts.title} moves to ${time(facts)}`,
      text: facts.off
        ? `${facts.title} on ${time(facts)}, where you wanted to help, is cancelled.`
        : `${facts.title}, where you want to help, moves to ${time(facts)}${at(facts.place)}. If that does not suit you, please sign off.`,
    }),
    task_due: (facts) => ({
      subject: `To do by ${dayOf(facts.due)}: ${facts.task}`,
      text: `For ${facts.title} there is a task to do by ${dayOf(facts.due)}: ${facts.task}. Tick it off when it is done.`,
    }),
    help_gap: (facts) => ({
      subject: `Helpers are missing: ${facts.title}, ${time(facts)}`,
      text: `${facts.title} on ${time(facts)} still needs helpers: ${facts.gaps.map(({ role, missing: count }) => `${role} (${count})`).join(', ')}.`,
    }),
    shift_tomorrow: (facts) => ({
      subject: `Your shift tomorrow, ${facts.from}`,
      text: `You are on duty tomorrow: Shift ${facts.shift}, ${time(facts)}${at(facts.place)}.`,
    }),
    shift_soon: (facts) => ({
      subject: `Your shift starts at ${facts.from}`,
      text: `Your shift (Shift ${facts.shift}) starts at ${facts.from}${at(facts.place)}.`,
    }),
    shift_gap: (facts) => ({
      subject: `Your shift needs people: ${time(facts)}`,
      text: `Your shift on ${time(facts)} (Shift ${facts.shift}) has too few people. ${missing(facts)}`,
    }),
    gap: (facts) => ({
      subject: `Too few people: ${time(facts)}`,
      text: `Shift ${facts.shift} on ${time(facts)} has too few people. ${missing(facts)}`,
    }),
    summary: (facts) => ({
      subject: 'Summary from the last shift',
      text: `Your shift (Shift ${facts.shift}) is starting. The last shift wrote:\n\n${facts.text}`,
    }),
    offer: (facts) => ({
      subject: `Can you cover a shift? ${time(facts)}`,
      text: `${facts.name} cannot come to Shift ${facts.shift} on ${time(facts)}. Can you cover it?`,
    }),
    place_taken: (facts) => ({
      subject: `${facts.name} is covering your shift: ${time(facts)}`,
      text: `${facts.name} is covering your shift on ${time(facts)} (Shift ${facts.shift}).`,
    }),
    feedback: () => ({ subject: 'New feedback', text: 'Someone sent feedback to the team.' }),
    external: () => ({
      subject: 'Forwarding is stuck',
      text: 'The external ticket system does not accept our tickets. Admin → Forwarding shows which ones are stuck, and why.',
    }),
    upkeep: ({ what }) => ({
      subject: what === 'backup' ? 'The backup failed' : 'The database may be damaged',
      text:
        what === 'backup'
          ? 'The nightly backup failed. The server log says why.'
          : 'A check found damage in the database, so Fettle has stopped saving changes. The server log names the command that restores the last backup.',
    }),
    channel: ({ channel }) => ({
      subject: `Messages are not arriving: ${channels[channel]}`,
      text: `Messages sent by ${channels[channel]} are not arriving. Admin → Messages shows why.`,
    }),
    duty: ({ open, until, place, reason }) => ({
      subject: open ? 'Open now' : 'Closed now',
      text: open ? `Open now${until && `, until ${until}`}${at(place)}.` : sentences('Closed now.', reason),
    }),
    digest: (facts) => ({ subject: `Today, ${dayOf(facts.date)}`, text: digest(facts) }),
    test: () => ({
      subject: 'A test message',
      text: 'This is a test message. If you can read it, messages arrive here.',
    }),
  },
  chat: {
    new_ticket: (facts) => `New ticket: ${ticket(facts)}`,
    ready: (facts) => `Ready to collect: ${ticket(facts)}`,
    gap: (facts) => `Too few people: Shift ${facts.shift}, ${time(facts)} (${facts.people} of ${facts.wanted})`,
    duty: ({ open, until, place, reason }) =>
      open ? `Open now${until && `, until ${until}`}${at(place)}` : `Closed now${reason && `: ${reason}`}`,
    digest: (facts) => `Good morning! ${digest(facts)}`,
    test: () => 'This is a test message. If you can read it, messages arrive here.',
  },
  several: (subject, more) => `${subject}, and ${more} more`,
  from: (team) => team || 'Fettle',
  link: (name, address) => `${name}: ${address}`,
  open: {
    portal: 'Open the start page',
    desk: 'Open the desk',
    shifts: 'View your shifts',
    repairDays: 'View repair days',
    console: 'Open Admin',
    rosters: 'View the roster',
    planner: 'View the repair day',
    feedback: 'Read the feedback',
    forwarding: 'View forwarding',
  },
  openTicket: (number) => `View ticket #${number}`,
  why: (team) => `You are getting this email because you have a repair or a shift${team && ` at ${team}`}.`,
  choose: 'Choose your notifications',
  stop: 'Unsubscribe',
  stopping: {
    title: 'Stop all emails?',
    ask: 'You will get no more emails about your repairs and shifts. We still send login codes.',
    done: 'Stop emails',
    after: 'You will get no more emails. You can switch them on again in your account at any time.',
  },
  agreeing: {
    subject: (team) => `Updates about your repair${team && ` at ${team}`}?`,
    text: (link, team) =>
      `Someone gave us this address${team && ` at ${team}`} to hear when a device is ready. If that was you, open this page and press the button:\n\n${link}\n\nThe link works for 7 days. If it was not you, ignore this email and you will not hear from us again.`,
    title: 'Updates about your repair?',
    ask: 'We email this address when your device is ready or when we have a question.',
    button: 'Yes, email me',
    done: 'We will email you',
    after: 'We will email this address about your device. Every email has a link to unsubscribe.',
    over: 'This link has expired, or a newer one was sent. You can ask for a new one on your receipt page.',
  },
  address: {
    subject: (code, team) => `${code} confirms your email address${team && ` for ${team}`}`,
    text: (code, minutes, team) =>
      `To get messages${team && ` from ${team}`} at this address, enter this code on the page:\n\n${code}\n\nIt works once and expires in ${countedNoun(minutes, 'minute')}. If you did not ask for it, ignore this email and you will not hear from us again.`,
  },
  channels: {
    mail: 'email',
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
    cut: () => 'The connection was lost before it answered.',
    redirected: () => 'It redirects to another address, and Fettle does not follow redirects.',
    too_long: () => 'Its answer is far too long. Is the address right?',
    not_understood: () => 'We could not understand its answer. Is the address right?',
    credentials: () => 'It refused access. Check the key or token in the configuration.',
    misconfigured: ({ setting }) => `${setting} does not match what exists there.`,
    busy: () => 'It is too busy and asks us to try later.',
    failing: ({ status }) => `It reported an internal error (${status}).`,
    refused: ({ status }) => `It does not accept what we send (${status}).`,
    closed: () => 'It no longer accepts messages.',
    missing_there: () => 'What the message is about no longer exists.',
    unwritable: ({ reason }) => `The file cannot be written (${reason}).`,
    address_gone: () => 'The address no longer exists.',
    no_consent: () => 'The person has not agreed to another message.',
    unforeseen: () => 'Something unexpected went wrong here. The log says more.',
  },
}

const { channels } = messageWords

function digest({ waiting, ready, shifts }: Parameters<MessageWords['chat']['digest']>[0]): string {
  const open = shifts.map(({ shift, from, until, people }) => `Shift ${shift} ${from}–${until} (${people})`)
  return sentences(
    open.length === 0 ? 'No shifts today.' : `Shifts today: ${open.join(', ')}.`,
    `${countedNoun(waiting, 'ticket')} waiting for a volunteer, ${ready} ready to collect.`,
  )
}
