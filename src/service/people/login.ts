import { Refusal } from '#contract/errors.ts'
import type { Lang } from '#contract/languages.ts'
import { guestCode } from '#contract/people/login.ts'
import { pages } from '#contract/team/pages.ts'
import { minute, wallClock } from '#kit/time.ts'
import {
  guestLimit,
  mailAddressLimit,
  mailBoxLimit,
  mailCodeLife,
  mailGuessLimit,
  pendingLoginsPerNetwork,
} from '#rules/people/attempts.ts'
import { livesOf, sessionCutoffs } from '#rules/people/sessions.ts'
import type { LoginOrigin } from '#store/people/one-time-codes.ts'
import type { MemberPart, SessionOwner } from '#store/people/sessions.ts'
import { type Tx, withEvent } from '#store/store.ts'
import { type Actor, roleIn } from '../shared/actor.ts'
import { resetMailLimits } from '../shared/attempts.ts'
import type { Ctx } from '../shared/context.ts'
import type { Identity } from '../shared/ports.ts'
import { accountMark, digitsIn, hashOf, hexOf, newCode, newDigits, newToken, tidyCode } from '../shared/secrets.ts'
import { loginBySso } from './sso.ts'

const pairMinutes = 5

// For keys only: mails go to the text as typed, because mailboxes may differ in case.
const mailboxOf = (address: string) => address.toLowerCase()

/** The digits are valid for one mailbox. */
const digitsHash = (mailbox: string, digits: string) => hashOf(`${mailbox} ${digits}`)

/** True for a login on a new device that is not the first login. */
const isNew = (known: readonly string[], device: string) => known.length > 0 && !known.includes(device)

/** The person of a login code, and the member part that a pairing passes on. */
interface LoggedIn {
  readonly personId: number
  readonly with: string
  readonly part?: MemberPart & { readonly name: string }
}

/** Six digits need the address that they were sent to. */
export interface LoginCode {
  readonly code: string
  readonly mail?: string
}

interface Visit {
  readonly device: string
  readonly guest: Actor | undefined
  /** The language of the page, which becomes that of a person without one. */
  readonly lang: Lang | undefined
}

/** Opens a session for the person that `who` finds. Code, guest and token change in one transaction. */
function openSession(ctx: Ctx, { device, guest, lang }: Visit, who: (tx: Tx, at: number) => Promise<LoggedIn>) {
  const token = newToken()
  const hash = hashOf(token)
  const at = ctx.now()
  return ctx.store.change(async (tx) => {
    const { personId, with: login, part } = await who(tx, at)
    if (lang) await tx.users.setFirstLanguage(personId, lang)
    // The person who approved a pairing has seen the device.
    if (login !== 'pairing' && isNew(await tx.sessions.devicesOf(personId), device))
      await tx.notices.add(personId, 'new_device', at, { device }, hexOf(hash))
    // The approval decides whether the session has a member part. Otherwise it needs a proof to get one.
    const needsProof = login === 'pairing' && part === undefined
    const owner = { personId, at, login, device, needsProof }
    const merged = guest !== undefined && (await mergeGuest(tx, guest, { hash, ...owner }))
    if (merged) {
      if (part) await tx.sessions.elevate(hash, part, at)
      const by = { personId, memberId: part?.memberId ?? guest.memberId }
      return withEvent(tx, { kind: 'user.merged', by, at, user: personId }, token)
    }
    await tx.sessions.open(hash, owner, part)
    // Guests who leave nothing are deleted, so the log does not record them.
    if (login === 'guest') return { answer: token, events: [] }
    const by = { personId, memberId: part?.memberId ?? null }
    const came = part
      ? ({ kind: 'member.logged_in', member: part.memberId, name: part.name } as const)
      : ({ kind: 'user.logged_in', user: personId } as const)
    return withEvent(tx, { ...came, by, at, with: login }, token)
  })
}

/**
 * Merges a guest into a person. The session continues under the new token, so its member part keeps its proof. Returns
 * `false` if another login has done it.
 */
async function mergeGuest(tx: Tx, guest: Actor, to: SessionOwner): Promise<boolean> {
  if (guest.personId === to.personId) return false
  if (!(await tx.guests.isGuest(guest.personId))) throw new Refusal('not_a_guest')
  const unproven = await tx.sessions.needsProof(guest.tokenHash)
  if (!(await tx.sessions.handOver(guest.tokenHash, to))) return false
  const [from, into] = [await tx.guests.lockAlone(guest.personId), await tx.guests.lock(to.personId)]
  // A device that was approved without the member part must not carry it into another account.
  if (from.member_id !== null && unproven) throw new Refusal('proof_needed')
  if (from.member_id !== null && into.member_id !== null && from.member_id !== into.member_id)
    throw new Refusal('linked_elsewhere')
  await tx.pushSubscriptions.handOver(guest.tokenHash, to)
  await tx.guests.merge(from, into)
  return true
}

/** The session that approved a pairing, which ends with it. */
async function approver(ctx: Ctx, tx: Tx, session: Uint8Array | null, personId: number | null, at: number) {
  const lives = livesOf(ctx.settings.current())
  const row = session === null ? undefined : await tx.sessions.find(session, sessionCutoffs(lives, at))
  if (!row || row.personId !== personId) throw new Refusal('code_refused')
  return { ...row, role: roleIn(row, lives, at) }
}

async function byPairing(ctx: Ctx, tx: Tx, hash: Uint8Array, at: number): Promise<LoggedIn> {
  const code = await tx.codes.find(hash, 'paired')
  if (!code || !(await tx.codes.use(hash, 'paired', at, code.used_by ?? undefined))) throw new Refusal('code_refused')
  const { role, personId, memberId, provenAt, provenBy, memberName } = await approver(
    ctx,
    tx,
    code.session,
    code.used_by,
    at,
  )
  if (code.as_member === 0 || role === 'user' || memberId === null || provenAt === null)
    return { personId, with: 'pairing' }
  const part = { memberId, provenAt, provenBy, confirmedAt: null, name: memberName ?? '' }
  return { personId, with: 'pairing', part }
}

/** The code of the first administrator needs no account, until there is an administrator. */
async function byAdminCode(tx: Tx, hash: Uint8Array, at: number): Promise<LoggedIn> {
  if ((await tx.members.hasLinkedAdmin()) || !(await tx.codes.isUsable(hash, 'invitation')))
    throw new Refusal('code_refused')
  return { personId: await tx.guests.add(at), with: 'guest' }
}

async function knownIdentity(tx: Tx, { provider, subject, unionid }: Identity, at: number) {
  return {
    personId: await tx.users.ofIdentity(provider, subject, at, unionid),
    with: provider,
  }
}

/** The code is stored before it is sent and stays after a failure, because the mail may arrive anyway. */
async function sendCode(ctx: Ctx, subject: string, kind: 'digits' | 'long', lang: Lang): Promise<void> {
  const code = kind === 'digits' ? newDigits() : newCode('mail')
  const hash = kind === 'digits' ? digitsHash(subject, code) : hashOf(code)
  const at = ctx.now()
  await ctx.store.upkeep(async (tx) => {
    await tx.codes.remove(hash)
    await tx.codes.add({ hash, kind: 'mail', subject, at, livesMs: mailCodeLife })
  })
  const team = ctx.settings.current().teamName
  const link = `${ctx.publicUrl}${pages.signIn}?at=code#${code}`
  await ctx.ports.mailer?.sendCode(subject, { about: 'login', code, team, lang, minutes: mailCodeLife / minute, link })
}

/** A guest who has confirmed the mailbox for messages is its owner: the link in a message leads to their ticket. */
async function byMail(tx: Tx, hash: Uint8Array, at: number, { guest }: Visit): Promise<LoggedIn> {
  const used = await tx.codes.use(hash, 'mail', at)
  if (!used) throw new Refusal('code_refused')
  await resetMailLimits(tx, used.subject)
  await tx.users.claimMailbox(used.subject, at, guest?.personId)
  return knownIdentity(tx, { provider: 'mail', subject: used.subject }, at)
}

/** Six digits can be guessed, so each attempt counts against the mailbox. */
async function byDigits(ctx: Ctx, visit: Visit, mailbox: string, digits: string, network: string): Promise<string> {
  const about = { address: network, account: accountMark(mailbox) }
  const isWrong = (error: unknown) => error instanceof Refusal && error.code === 'code_refused'
  const taken = await ctx.attempts.tryTake(mailGuessLimit(mailbox), about)
  if (!taken) throw new Refusal('code_refused')
  return ctx.attempts.giveBackUnlessWrong(taken, isWrong, () =>
    openSession(ctx, visit, (tx, at) => byMail(tx, digitsHash(mailbox, digits), at, visit)),
  )
}

/** The prefix of the code selects the provider. The data of `guest` moves to the person. */
export async function logIn(
  ctx: Ctx,
  { code, mail }: LoginCode,
  network: string,
  { guest, device = '', lang }: Partial<Visit> = {},
) {
  const visit = { device, guest, lang }
  if (code === guestCode) {
    if (!ctx.guestLogin) throw new Refusal('not_configured')
    await ctx.attempts.take([guestLimit(network)], { address: network })
    return openSession(ctx, visit, async (tx, at) => ({ personId: await tx.guests.add(at), with: 'guest' }))
  }
  const tidy = tidyCode(code)
  if (tidy.startsWith('inv_')) {
    const hash = hashOf(tidy)
    return openSession(ctx, visit, (tx, at) => byAdminCode(tx, hash, at))
  }
  if (tidy.startsWith('mail_')) {
    if (!ctx.ports.mailer) throw new Refusal('not_configured')
    const digits = digitsIn(tidy)
    if (digits === undefined) return openSession(ctx, visit, (tx, at) => byMail(tx, hashOf(tidy), at, visit))
    if (mail === undefined) throw new Refusal('bad_input', { field: 'mail', flaw: 'missing' })
    return byDigits(ctx, visit, mailboxOf(mail), digits, network)
  }
  if (tidy.startsWith('pair_')) {
    const hash = hashOf(tidy)
    return openSession(ctx, visit, (tx, at) => byPairing(ctx, tx, hash, at))
  }
  if (tidy.startsWith('sso_')) {
    if (!ctx.ports.identity) throw new Refusal('not_configured')
    const hash = hashOf(tidy)
    return openSession(ctx, visit, (tx, at) => loginBySso(tx, hash, at))
  }
  if (!ctx.ports.miniProgram) throw new Refusal('not_configured')
  const identity = await ctx.ports.miniProgram.identify(code)
  return openSession(ctx, visit, (tx, at) => knownIdentity(tx, identity, at))
}

/**
 * The answer is the same if no mail is sent, because the mailbox has a valid code or the address requested too many.
 * Too many requests from an address stop only mails to unknown people.
 */
export async function sendLoginMail(ctx: Ctx, address: string, lang: Lang, network: string): Promise<void> {
  if (!ctx.ports.mailer) throw new Refusal('not_configured')
  const subject = mailboxOf(address)
  const about = { address: network, account: accountMark(subject) }
  const room = await ctx.attempts.tryTake(mailAddressLimit(network), about)
  const person = await ctx.store.read(async (tx) => {
    const id = await tx.users.byIdentity('mail', subject)
    return id === undefined ? undefined : tx.users.profile(id)
  })
  if (!room && !person) return
  const kind = (await ctx.attempts.isFull(mailGuessLimit(subject))) ? 'long' : 'digits'
  const place = await ctx.attempts.tryTake(mailBoxLimit(subject, kind), about)
  if (!place) return
  const sent = ctx.attempts.refundOnError([...(room ?? []), ...place], () =>
    sendCode(ctx, subject, kind, person?.lang ?? lang),
  )
  if (room) await sent
  // Not awaited: the time of the answer would reveal that this person is known.
  else void sent.catch((err: unknown) => ctx.warn({ err }, 'a login mail could not be sent'))
}

/** The browser shows `pair` and asks with `secret`. */
export async function startPairing(ctx: Ctx, from: LoginOrigin): Promise<{ pair: string; secret: string }> {
  const pair = newCode('pair')
  const secret = newToken()
  const at = ctx.now()
  await ctx.store.upkeep((tx) =>
    tx.codes.addPending(
      {
        hash: hashOf(pair),
        kind: 'pair',
        subject: hexOf(hashOf(secret)),
        from,
        at,
        livesMs: pairMinutes * minute,
      },
      pendingLoginsPerNetwork,
    ),
  )
  return { pair, secret }
}

export async function pairingInfo(ctx: Ctx, pair: string, from: string) {
  const code = await ctx.store.read((tx) => tx.codes.find(hashOf(tidyCode(pair)), 'pair'))
  if (!code || code.used_at !== null || code.expired) throw new Refusal('code_refused')
  const { device, address, created_at } = code
  const { timeZone } = ctx.settings.current()
  return { device, address, here: address === from, createdTime: wallClock(created_at, timeZone) }
}

/** The new session gets a member part only if the person agrees. */
export async function approvePairing(ctx: Ctx, actor: Actor, pair: string, asMember: boolean): Promise<void> {
  if (asMember && actor.memberId === null) throw new Refusal('wrong_role', { needed: 'member' })
  return ctx.store.change(async (tx) => {
    const at = ctx.now()
    const approved = { personId: actor.personId, session: actor.tokenHash, asMember }
    const device = await tx.codes.approve(hashOf(tidyCode(pair)), at, approved)
    if (device === undefined) throw new Refusal('code_refused')
    const facts = { device, ...(asMember ? { member: true } : {}) }
    await tx.notices.add(actor.personId, 'paired', at, facts, hexOf(actor.tokenHash))
    return withEvent(tx, { kind: 'user.approved', by: actor, at, user: actor.personId })
  })
}

/** The login code of an approved pairing, once; empty before the approval. */
export function finishPairing(ctx: Ctx, secret: string): Promise<string> {
  return ctx.store.upkeep(async (tx) => {
    const at = ctx.now()
    const pairing = await tx.codes.bySubject(hexOf(hashOf(secret)), 'pair')
    if (!pairing || pairing.expired) throw new Refusal('code_refused')
    const { used_by: personId, session } = pairing
    if (personId === null || session === null) return ''
    await approver(ctx, tx, session, personId, at)
    if (!(await tx.codes.remove(pairing.hash))) throw new Refusal('code_refused')
    const code = newCode('pair')
    await tx.codes.add({
      hash: hashOf(code),
      kind: 'paired',
      approved: { personId, session, asMember: pairing.as_member === 1 },
      at,
      livesMs: 2 * minute,
    })
    return code
  })
}

export function logOut(ctx: Ctx, actor: Actor): Promise<void> {
  return ctx.store.change(async (tx) => {
    await tx.sessions.close(actor.tokenHash)
    return withEvent(tx, { kind: 'user.logged_out', by: actor, at: ctx.now(), user: actor.personId })
  })
}
