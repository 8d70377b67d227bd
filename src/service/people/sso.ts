import { Refusal } from '#contract/errors.ts'
import { minute } from '#kit/time.ts'
import { pendingLoginsPerNetwork } from '#rules/people/attempts.ts'
import type { MemberRecord } from '#store/people/members.ts'
import { ssoSubject } from '#store/people/one-time-codes.ts'
import type { Tx } from '#store/store.ts'
import type { Ctx } from '../shared/context.ts'
import type { SchoolIdentity } from '../shared/ports.ts'
import { hashOf, newCode, newToken } from '../shared/secrets.ts'

const stateMinutes = 10
export const ssoMinutes = 2

/** Another browser cannot finish the login. */
function keyOf(state: string, browser: string) {
  return hashOf(`${state} ${browser}`)
}

/**
 * The browser keeps `browser`, also from an earlier attempt, and sends it on return. The state ends with the name of
 * the tab, if there is one.
 */
export async function beginSso(ctx: Ctx, earlier: string | undefined, tab: string | undefined, network: string) {
  if (!ctx.ports.identity) throw new Refusal('not_configured')
  const state = tab === undefined ? newToken() : `${newToken()}.${tab}`
  const browser = earlier ?? newToken()
  const { url, memo } = await ctx.ports.identity.begin(state)
  const at = ctx.now()
  await ctx.store.upkeep((tx) =>
    tx.codes.addPending(
      {
        hash: keyOf(state, browser),
        kind: 'sso_state',
        subject: memo,
        from: { device: '', address: '', network },
        at,
        livesMs: stateMinutes * minute,
      },
      pendingLoginsPerNetwork,
    ),
  )
  return { url, browser, seconds: stateMinutes * 60 }
}

/** The state is used up first, so that the school is asked once. */
export async function finishSso(ctx: Ctx, query: URLSearchParams, browser: string | undefined) {
  if (!ctx.ports.identity) throw new Refusal('not_configured')
  const state = query.get('state')
  if (!state || !browser) throw new Refusal('code_refused')
  const begun = await ctx.store.upkeep((tx) => tx.codes.use(keyOf(state, browser), 'sso_state', ctx.now()))
  if (!begun) throw new Refusal('code_refused')
  const identity = await ctx.ports.identity.finish(query, state, begun.subject)
  const code = newCode('sso')
  const at = ctx.now()
  await ctx.store.upkeep((tx) =>
    tx.codes.add({
      hash: hashOf(code),
      kind: 'sso',
      subject: ssoSubject(identity),
      at,
      livesMs: ssoMinutes * minute,
    }),
  )
  return { code, minutes: ssoMinutes }
}

export const ssoProtocol = ({ provider }: SchoolIdentity): 'oidc' | 'cas' =>
  provider.startsWith('cas:') ? 'cas' : 'oidc'

/** The same person can use the rest of the code to log in as a member, once. */
export async function loginBySso(tx: Tx, hash: Uint8Array, at: number): Promise<{ personId: number; with: string }> {
  const row = await tx.codes.find(hash, 'sso')
  if (!row) throw new Refusal('code_refused')
  const identity = identityIn(row.subject)
  const personId = await tx.users.ofIdentity(identity.provider, identity.subject, at)
  if (!(await tx.codes.consumePartly(hash, 'sso', 'sso_member', personId))) throw new Refusal('code_refused')
  return { personId, with: ssoProtocol(identity) }
}

/** Accepts the person whom the code logged in, or anybody if it was not used to log in. */
export async function memberBySso(tx: Tx, hash: Uint8Array, at: number, personId: number) {
  const used =
    (await tx.codes.use(hash, 'sso', at, personId)) ?? (await tx.codes.consumeRest(hash, 'sso_member', at, personId))
  return used && memberOf(tx, identityIn(used.subject))
}

export async function saveSsoProof(tx: Tx, hash: Uint8Array, identity: SchoolIdentity, personId: number, at: number) {
  await tx.codes.remove(hash)
  await tx.codes.add({
    hash,
    kind: 'sso_member',
    subject: ssoSubject(identity),
    personId,
    at,
    livesMs: ssoMinutes * minute,
  })
}

/** An empty student id matches no member. */
export async function memberOf(tx: Tx, { studentId }: SchoolIdentity): Promise<MemberRecord | undefined> {
  const found = studentId === '' ? undefined : await tx.members.activeByStudentId(studentId)
  const member = found && (await tx.members.lock(found.id))
  return member?.stuid === studentId ? member : undefined
}

function identityIn(subject: string): SchoolIdentity {
  return JSON.parse(subject) as SchoolIdentity // written by `finish`
}
