import { Refusal } from '#contract/errors.ts'
import { wallClock } from '#kit/time.ts'
import { livesOf, sessionCutoffs } from '#rules/people/sessions.ts'
import type { ListedSession } from '#store/people/sessions.ts'
import { type Tx, unchanged, withEvent } from '#store/store.ts'
import { type Actor, roleIn } from '../shared/actor.ts'
import type { Ctx } from '../shared/context.ts'

/** A part of the hash identifies a session for its owner and is of no other use. */
const idOf = ({ hash }: Pick<ListedSession, 'hash'>) => Buffer.from(hash).toString('hex', 0, 8)

const isSame = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0

async function sessionsOf(ctx: Ctx, tx: Tx, { personId, memberId }: Actor): Promise<ListedSession[]> {
  const at = ctx.now()
  const lives = livesOf(ctx.settings.current())
  const rows = await tx.sessions.list(personId, memberId, sessionCutoffs(lives, at))
  return rows
    .map((row) => (roleIn(row, lives, at) === 'user' ? { ...row, memberId: null } : row))
    .filter((row) => row.personId === personId || row.memberId === memberId)
}

async function endOne(tx: Tx, actor: Actor, { hash, personId, memberId }: ListedSession): Promise<void> {
  if (personId === actor.personId) await tx.sessions.close(hash)
  else {
    await tx.sessions.demote(hash)
    if (memberId !== null) await tx.members.unlink(memberId, personId)
  }
}

export async function listSessions(ctx: Ctx, actor: Actor) {
  const { timeZone } = ctx.settings.current()
  const time = (at: number) => wallClock(at, timeZone)
  const rows = await ctx.store.read((tx) => sessionsOf(ctx, tx, actor))
  return {
    list: rows.map((row) => ({
      id: idOf(row),
      device: row.device,
      login: row.login,
      createdTime: time(row.createdAt),
      usedTime: time(row.usedAt),
      current: isSame(row.hash, actor.tokenHash),
      own: row.personId === actor.personId,
      member: row.memberId !== null,
      proof: row.memberId === null ? '' : row.provenBy,
      provenTime: row.memberId === null || row.provenAt === null ? ('' as const) : time(row.provenAt),
    })),
  }
}

/** Ends one session, or all but the actor's. Only logouts of a member are events. */
export function endSession(ctx: Ctx, actor: Actor, { id, others = false }: { id?: string; others?: boolean }) {
  if (id === undefined && !others) throw new Refusal('bad_input', { field: 'id', flaw: 'missing' })
  return ctx.store.change(async (tx) => {
    const wanted = (await sessionsOf(ctx, tx, actor)).filter((row) =>
      others ? !isSame(row.hash, actor.tokenHash) : idOf(row) === id,
    )
    if (wanted.length === 0 && !others) throw new Refusal('session_not_found')
    for (const row of wanted) await endOne(tx, actor, row)
    const asMember = wanted.find(({ memberId }) => memberId !== null)
    if (!asMember || asMember.memberId === null) return unchanged
    const member = { member: asMember.memberId, name: asMember.memberName ?? '' }
    return withEvent(tx, { kind: 'member.logged_out', by: actor, at: ctx.now(), ...member })
  })
}
