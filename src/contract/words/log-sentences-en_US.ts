import { type Status, statusMeaning } from '../codes.ts'
import { isHidden, type ReviewKind } from '../content/content.ts'
import type { VisitState } from '../counter/counter.ts'
import type { CustodyStep } from '../counter/custody-fields.ts'
import type { ImportKind } from '../imports/import-fields.ts'
import type { DayDeed, MemberField, Phrases } from '../phrases.ts'
import type { BookingState, HelperState } from '../repair-days/day-states.ts'
import { codeWords } from './codes-en_US.ts'
import { countedNoun } from './counted.ts'
import { dateTags } from './dates.ts'
import { type LogFacts, type LogWords, without } from './log-sentences.ts'
import { wayText } from './login-ways.ts'
import { outcomes } from './outcomes-en_US.ts'
import { loginWays, settingWords } from './setting-names-en_US.ts'
import { type SettingChange, settingChanges } from './setting-text.ts'

const statusName = (code: Status) => codeWords.status[statusMeaning(code).name]

const list = (names: readonly string[]) => new Intl.ListFormat(dateTags.en_US).format(names)
const hoursOf = (people: readonly string[]) => (people.length === 0 ? '' : ` of ${list(people)}`)
const dates = new Intl.DateTimeFormat(dateTags.en_US, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
/** A leave may name a week in the member's own words. */
const day = (text: string) => (/^\d{4}-\d\d-\d\d$/.test(text) ? dates.format(Date.parse(text)) : text)
const shift = (name: string) => (name === 'others' ? 'special duty' : `Shift ${name}`)
/** Both are empty if the member's words name no day. */
const shiftOf = ({ when, shift: name }: { when: string; shift: string }) =>
  name === '' ? 'a shift' : when === '' ? shift(name) : `${shift(name)} on ${day(when)}`
const between = (from: string, until: string) => `from ${day(from) || 'the beginning'} until ${day(until) || 'now'}`
const time = (minutes: number) =>
  [
    ...(minutes >= 60 ? [`${Math.floor(minutes / 60)} h`] : []),
    ...(minutes % 60 || minutes < 60 ? [`${minutes % 60} min`] : []),
  ].join(' ')

const custody: Record<CustodyStep, (device: string) => string> = {
  received: (device) => `received the device of ${device}`,
  shelved: (device) => `put the device of ${device} on a shelf`,
  bench: (device) => `took the device of ${device} to the bench`,
  colleague: (device) => `handed the device of ${device} to a colleague`,
  workshop: (device) => `took the device of ${device} to a repair shop`,
  returned: (device) => `handed back the device of ${device}`,
  not_returned: (device) => `undid the hand-back of ${device}`,
}
const visits: Record<VisitState, (number: string) => string> = {
  waiting: (number) => `put ${number} in the queue`,
  called: (number) => `called ${number}`,
  served: (number) => `began to serve ${number}`,
  skipped: (number) => `skipped ${number}`,
  gone: (number) => `marked ${number} as having left`,
}
const bookings: Record<BookingState, (ticket: string, date: string) => string> = {
  booked: (ticket, date) => `booked the repair day on ${date} for ${ticket}`,
  waiting: (ticket, date) => `put ${ticket} on the waiting list of the repair day on ${date}`,
  offered: (ticket, date) => `offered ${ticket} a free place on the repair day on ${date}`,
  arrived: (ticket, date) => `came to the repair day on ${date} with ${ticket}`,
  missed: (ticket, date) => `recorded that the owner of ${ticket} missed the repair day on ${date}`,
  cancelled: (ticket, date) => `cancelled the booking of ${ticket} for the repair day on ${date}`,
  declined: (ticket, date) => `let the offered place on the repair day on ${date} go (${ticket})`,
  lapsed: (ticket, date) => `took ${ticket} off the waiting list of the repair day on ${date}`,
}
const helpers: Record<HelperState, (name: string, date: string) => string> = {
  signed: (name, date) => `entered ${name} as a helper on the repair day on ${date}`,
  waiting: (name, date) => `put ${name} on the waiting list of helpers for the repair day on ${date}`,
  asked: (name, date) => `asked ${name} to help on the repair day on ${date}`,
  declined: (name, date) => `recorded that ${name} will not help on the repair day on ${date}`,
  lapsed: (name, date) => `recorded that ${name} did not answer about helping on the repair day on ${date}`,
  off: (name, date) => `took ${name} off the helpers of the repair day on ${date}`,
}
const dayDeeds: Record<DayDeed, string> = {
  created: 'planned',
  changed: 'changed',
  announced: 'announced',
  cancelled: 'cancelled',
  closed: 'closed',
  deleted: 'deleted the draft of',
}
const imports: Record<ImportKind, string> = {
  tickets: 'tickets',
  members: 'members',
  roster: 'a roster',
  ords: 'open repair data',
}
const reviewed: Record<ReviewKind, string> = {
  ticket: 'the text',
  note: 'a comment',
  rating: 'the text of a rating',
  feedback: 'feedback',
  owner: 'the name',
  name: 'a name',
  picture: 'a picture',
}
export const memberFields: Record<MemberField, string> = {
  name: 'name',
  phone: 'phone',
  stuid: 'student ID',
  passwd: 'password',
  avatar: 'picture',
  code: 'invitation code',
  class: 'class',
  college: 'college',
}

function ticket({ who, byPerson, id, did, before, after, one }: LogFacts<'ticket'>): string {
  const withNote = one.note === undefined ? '' : `, with ${one.note === 2 ? 'an internal note' : 'a comment'}`
  const [gone] = without(before?.workers, after?.workers)
  const joined = without(after?.workers, before?.workers)
  const sentences: { readonly [D in typeof did]?: string } = {
    create: `submitted #${id}`,
    pick: `claimed #${id}${withNote}`,
    assign: `added ${list(joined)} to #${id}`,
    drop: !byPerson
      ? `put #${id} back in the queue`
      : gone === undefined || gone === who
        ? `stopped working on #${id}`
        : `removed ${gone} from #${id}`,
    retrieve: `marked #${id} as collected`,
    update: `undid the hand-back of #${id}`,
  }
  const moved = before && before.status !== one.status
  const from = moved ? ` from ${statusName(before.status)} to ${statusName(one.status)}` : ''
  return `${who} ${sentences[did] ?? `changed the status of #${id}${from}${withNote}`}`
}

function member({ who, before, after, one }: LogFacts<'member'>): string {
  const name = before?.name ?? one.name
  const fields = one.fields.filter((field) => field !== 'name').map((field) => memberFields[field])
  const parts = [
    ...(after && before && after.name !== before.name ? [`renamed ${before.name} to ${after.name}`] : []),
    ...(after?.admin === undefined
      ? []
      : [after.admin ? `made ${name} an administrator` : `made ${name} a member without administrator rights`]),
    ...(after?.active === undefined
      ? []
      : [after.active ? `took ${name} back into the team` : `removed ${name} from the team`]),
    ...(fields.length === 0 ? [] : [`gave ${name === who ? 'themselves' : name} a new ${list(fields)}`]),
  ]
  return `${who} ${list(parts) || `changed ${name}`}`
}

function setting({ name, removed, added }: SettingChange): string {
  if (removed === added) return `“${name}”`
  if (removed && added) return `“${name}” from “${removed}” to “${added}”`
  return removed ? `“${name}” (“${removed}” removed)` : `“${name}” (“${added}” added)`
}

function settings({ who, before, one }: LogFacts<'settings'>): string {
  const changes = settingChanges(settingWords, before?.values ?? {}, one.values, day)
  return `${who} changed ${changes.map(setting).join('; ')}`
}

function duty({ duty: name, count, place, time: when, reason }: Phrases['situation']): string {
  const state = name === 'off' ? 'paused' : name === '0' ? 'ended' : shift(name)
  const people = count === null || name === 'off' || name === '0' ? '' : countedNoun(count, 'person', 'people')
  return [state, when, place, people, reason].filter(Boolean).join(', ')
}

function leave({ who, did, one }: LogFacts<'leave'>): string {
  const sentences: { readonly [D in typeof did]?: string } = {
    ask_leave: `requested leave for ${shiftOf(one)}${one.substitute && `, with ${one.substitute} as substitute`}`,
    delete: `withdrew the leave for ${shiftOf(one)}`,
  }
  return `${who} ${sentences[did] ?? `is covering ${shiftOf(one)}`}`
}

const rosterDeeds: { readonly [Deed in LogFacts<'roster'>['did']]?: string } = { create: 'created', delete: 'deleted' }

function roster({ who, did, before, after, one }: LogFacts<'roster'>): string {
  const isActivated = did === 'update' && after?.current && before?.name !== after.name
  const deed = isActivated ? 'activated' : (rosterDeeds[did] ?? 'changed')
  const old = isActivated && before ? ` instead of “${before.name}”` : ''
  return `${who} ${deed} the roster “${one.name}” (${countedNoun(one.slots, 'shift')})${old}`
}

export const logWords: LogWords = {
  service: 'Fettle',
  stop: '.',
  sentences: {
    logged_in: ({ who, one }) => `${who} logged in (${wayText(loginWays, one.with)})`,
    logged_out: ({ who }) => `${who} logged out`,
    approved: ({ who }) => `${who} let another device log in`,
    merged: ({ who }) => `${who} moved their guest tickets to the account`,
    profile: ({ who, on, id, one }) =>
      `${who} changed the ${list(one.fields)} ${on === 'ticket' ? `on #${id}` : 'in their account'}`,
    language: ({ who, before, one }) =>
      `${who} changed their language${before ? ` from ${settingWords.langs[before.lang]}` : ''} to ${settingWords.langs[one.lang]}`,
    feedback: ({ who }) => `${who} sent feedback`,
    member_logged_in: ({ who, one }) => `${who} logged in as a member (${wayText(loginWays, one.with)})`,
    member_logged_out: ({ who }) => `${who} logged out as a member`,
    member,
    factor: ({ who, one }) =>
      `${who} switched ${one.on ? 'on' : 'off'} two-step verification${one.name === who ? '' : ` for ${one.name}`}`,
    invited: ({ who, one }) => `${who} invited ${one.name}${one.admin ? ' as an administrator' : ''}`,
    settings,
    erased: ({ who, byPerson }) => (byPerson ? `${who} erased their data` : `${who} erased the data of a user`),
    situation: ({ who, before, after, one }) =>
      after
        ? `${who} changed duty ${before ? `from “${duty(before)}” ` : ''}to “${duty(after)}”`
        : `${who} cancelled “${duty(one)}”`,
    head_count: ({ who, before, one }) =>
      `${who} changed the number of people on duty${before ? ` from ${before.count}` : ''} to ${one.count}`,
    roster,
    leave,
    conclusion: ({ who, before, one }) => `${who} ${before ? 'changed' : 'wrote'} the summary of ${shiftOf(one)}`,
    feed: ({ who, after }) => (after ? `${who} subscribed to the duty calendar` : `${who} ended the duty calendar`),
    ticket,
    comment: ({ who, id, one }) =>
      one.type === 2 ? `${who} wrote an internal note on #${id}` : `${who} commented on #${id}`,
    forwarded: ({ who, id }) => `${who} forwarded #${id} to the external ticket system`,
    forwarded_again: ({ who, id }) => `${who} tried again to forward #${id}`,
    exported: ({ who, one }) => `${who} exported the tickets ${between(one.from, one.until)}`,
    placed: ({ who, id, one }) => `${who} ${custody[one.what](`#${id}`)}`,
    tagged: ({ who, id, one }) => `${who} put tag ${one.tag} on #${id}`,
    queued: ({ who, id, one }) => `${who} ${visits[one.state](one.number)} (#${id})`,
    booked: ({ who, id, one }) => `${who} ${bookings[one.state](`#${id}`, day(one.date))}`,
    repair_day: ({ who, one }) => `${who} ${dayDeeds[one.deed]} the repair day “${one.title}” on ${day(one.date)}`,
    day_exported: ({ who, one }) => `${who} exported the list of the repair day “${one.title}” on ${day(one.date)}`,
    helped: ({ who, one }) => `${who} ${helpers[one.state](one.name, day(one.date))}`,
    day_task: ({ who, one }) =>
      `${who} ${one.done ? 'ticked off' : 'reopened'} a task of the repair day on ${day(one.date)}`,
    receipt: ({ who, id, one }) => `${who} ${one.made ? 'made' : 'cancelled'} a receipt for #${id}`,
    adopted: ({ who, id }) => `${who} added #${id} to their account`,
    stocktake: ({ who, one }) =>
      `${who} finished a stocktaking: ${one.there} there, ${one.missing} missing, ${one.stray} unexpected`,
    kiosk: ({ who, one }) => `${who} ${one.open ? 'opened a kiosk' : 'closed all kiosks'}`,
    signed: ({ who, one }) =>
      `${who} signed ${one.name === who ? '' : `${one.name} `}${one.out ? `out of ${shift(one.shift)}` : `in for ${shift(one.shift)}`}`,
    hour_line: ({ who, did, one }) =>
      `${who} ${did === 'create' ? 'added' : 'corrected'} ${one.name === who ? 'their own' : `${one.name}’s`} hours on ${day(one.date)}: ${time(one.minutes)}${one.state === 'proposed' ? ', to review' : ''}`,
    hours_decided: ({ who, people, one }) =>
      `${who} ${one.state === 'refused' ? 'rejected' : 'approved'} ${countedNoun(one.ids.length, 'entry', 'entries')} of hours${hoursOf(people)}${one.own ? ` (${one.own} of their own)` : ''}`,
    objection: ({ who, one }) => `${who} objected to the hours on ${day(one.date)}`,
    objection_answered: ({ who, people, one }) =>
      `${who} kept the hours${hoursOf(people)} on ${day(one.date)} and answered the objection`,
    period: ({ who, one }) =>
      `${who} closed the period “${one.name}” until ${day(one.until)}: ${countedNoun(one.lines, 'entry', 'entries')}, ${time(one.minutes)}`,
    certificate: ({ who }) => `${who} made a certificate of hours`,
    hours_exported: ({ who, one }) => `${who} exported the hours ${between(one.from, one.until)}`,
    board_token: ({ who, one }) => `${who} ${one.made ? 'set up' : 'switched off'} the board for signing in`,
    outcome: ({ who, id, one }) =>
      one.outcome === ''
        ? `${who} cleared the outcome of #${id}`
        : `${who} set the outcome of #${id} to ${outcomes[one.outcome]}`,
    rated: ({ who, id, one }) => `${who} rated #${id} with ${countedNoun(one.stars, 'star')} of 5`,
    joined: ({ who, id, one }) =>
      one.undone ? `${who} undid the merge of #${one.from} into #${id}` : `${who} merged #${one.from} into #${id}`,
    imported: ({ who, one }) => `${who} imported ${imports[one.what]}: ${countedNoun(one.rows, 'row')}`,
    import_undone: ({ who, one }) =>
      `${who} undid an import of ${imports[one.what]}: ${one.rows} removed, ${one.kept} kept`,
    ords_exported: ({ who, one }) =>
      `${who} exported open data ${between(one.from, one.until)}: ${countedNoun(one.rows, 'repair')}`,
    picture_checked: ({ on, id, one }) =>
      `The content check ${one.shown ? 'accepted' : 'removed'} a picture ${on === 'ticket' ? `on #${id}` : 'of a member'}`,
    looked: ({ who, on, id, one }) =>
      `${who} reviewed ${reviewed[one.what]}${on === 'ticket' ? ` on #${id}` : ''} and ${one.fine ? 'found no problem' : isHidden(one.what) ? 'hid it' : 'removed it'}`,
  },
}
