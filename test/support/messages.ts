import assert from 'node:assert/strict'
import { type MessageKind, messageKindNames } from '#contract/messages/messages.ts'
import type { ReceivedMail, SmtpPeer } from '../peers/smtp.ts'
import type { Person, Team } from './team.ts'

/** Runs one job of the service. */
export async function runJob(team: Team, name: string): Promise<void> {
  const job = team.running.jobs.find((one) => one.name === name)
  assert.ok(job, name)
  await job.run(new AbortController().signal)
}

/** Confirms a mail address for messages with the digits that were sent to it. */
export async function confirmMail(person: Person, peer: SmtpPeer, mail: string): Promise<void> {
  await person.messages.setMail({ mail })
  const text = peer.mails.findLast(({ to }) => to.includes(mail))?.mail.text ?? ''
  await person.messages.verifyMail({ code: /^\d{6}$/m.exec(text)?.[0] ?? '' })
}

/** Chooses only these kinds of messages. */
export function chooseMessages(person: Person, ...kinds: readonly MessageKind[]): Promise<unknown> {
  return person.messages.choose({
    kinds: Object.fromEntries(messageKindNames.map((kind) => [kind, kinds.includes(kind)])),
  })
}

/** Delivers all messages that are due. Answers the mails. */
export async function deliverMails(team: Team, peer: SmtpPeer): Promise<ReceivedMail[]> {
  const before = peer.mails.length
  await runJob(team, 'messages')
  await team.running.deliver() // occasions become messages
  await team.running.deliver()
  team.pass({ minutes: 10 })
  await team.running.deliver()
  return peer.mails.slice(before)
}

/** The recipients of mails, sorted. */
export const recipients = (mails: readonly ReceivedMail[]) => mails.flatMap(({ to }) => to).toSorted()

/** Moves the clock to this local time. */
export function setLocalTime(team: Team, time: string): void {
  const now = Temporal.Instant.fromEpochMilliseconds(team.now()).toZonedDateTimeISO('Asia/Shanghai')
  const today = now.withPlainTime(time)
  const next = Temporal.ZonedDateTime.compare(today, now) > 0 ? today : today.add({ days: 1 })
  team.pass({ milliseconds: next.epochMilliseconds - now.epochMilliseconds })
}
