import assert from 'node:assert/strict'
import { type MessageKind, messageKindNames } from '#contract/messages/messages.ts'
import type { Arrived, SmtpPeer } from '../peers/smtp.ts'
import type { Person, Team } from './team.ts'

/** Does what the service does by itself now and then. */
export async function doJob(team: Team, name: string): Promise<void> {
  const job = team.running.jobs.find((one) => one.name === name)
  assert.ok(job, name)
  await job.run(new AbortController().signal)
}

/** Somebody gives an address for messages and types the digits that it was sent. */
export async function confirmMail(person: Person, peer: SmtpPeer, mail: string): Promise<void> {
  await person.messages.setMail({ mail })
  const text = peer.mails.findLast(({ to }) => to.includes(mail))?.mail.text ?? ''
  await person.messages.verifyMail({ code: /^\d{6}$/m.exec(text)?.[0] ?? '' })
}

/** Somebody wants to hear of these alone. */
export function hearOf(person: Person, ...kinds: readonly MessageKind[]): Promise<unknown> {
  return person.messages.choose({
    kinds: Object.fromEntries(messageKindNames.map((kind) => [kind, kinds.includes(kind)])),
  })
}

/** All that is to be told by now, and the mails that came of it. */
export async function told(team: Team, peer: SmtpPeer): Promise<Arrived[]> {
  const before = peer.mails.length
  await doJob(team, 'messages')
  await team.running.deliver() // occasions become messages
  await team.running.deliver()
  team.pass({ minutes: 10 })
  await team.running.deliver()
  return peer.mails.slice(before)
}

/** Whom mails went to, in order of the address. */
export const addressees = (mails: readonly Arrived[]) => mails.flatMap(({ to }) => to).toSorted()

/** Lets time pass until the team's clock shows this. */
export function waitUntil(team: Team, time: string): void {
  const now = Temporal.Instant.fromEpochMilliseconds(team.now()).toZonedDateTimeISO('Asia/Shanghai')
  const today = now.withPlainTime(time)
  const next = Temporal.ZonedDateTime.compare(today, now) > 0 ? today : today.add({ days: 1 })
  team.pass({ milliseconds: next.epochMilliseconds - now.epochMilliseconds })
}
