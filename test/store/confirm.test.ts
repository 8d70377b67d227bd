import assert from 'node:assert/strict'
import { test } from 'node:test'
import { confirmFactor } from '#service/people/factors.ts'
import { hashPassword } from '#service/people/passwords.ts'
import type { MemberActor } from '#service/shared/actor.ts'
import { testContext } from '../support/context.ts'
import { freshStore } from '../support/databases.ts'

test('a login proof counts only if its password, login or invitation still exists when it is stored', async () => {
  await using fresh = await freshStore('sqlite')
  const { store } = fresh
  const now = () => 1000
  const ctx = testContext({ store, now })
  const passwd = 'correct horse battery'
  const hash = await hashPassword(passwd)
  const tokenHash = new Uint8Array(32)
  const bob = await store.upkeep(async (tx): Promise<MemberActor> => {
    const personId = await tx.users.ofIdentity('demo', 'bob', 0)
    const memberId = (await tx.members.add({ name: 'Bob', stuid: 'b1', passwd: hash }, 0)) ?? 0
    const part = { memberId, provenAt: 0, provenBy: 'invitation' as const, confirmedAt: null }
    await tx.members.link(memberId, personId, { at: 0, by: 'invitation' })
    await tx.sessions.open(tokenHash, { personId, at: 0, login: 'demo', device: '', needsProof: false }, part)
    return { role: 'member', personId, memberId, lang: null, guest: false, tokenHash, confirmed: false }
  })
  const confirmed = async () =>
    (await store.read((tx) => tx.sessions.find(tokenHash, { used: -1, begun: -1 })))?.confirmedAt ?? null
  // The change is queued before the proof, whose password is still being checked.
  const change = (to: string) => store.upkeep((tx) => tx.members.update(bob.memberId, { passwd: to }))
  const confirming = confirmFactor(ctx, bob, { passwd })
  await change('')
  await assert.rejects(confirming, { code: 'password_refused' })
  // Two-step verification was on at the beginning of the call, and was switched off since.
  await store.upkeep(async (tx) => {
    await tx.factors.begin(bob.memberId, 'secret', 0)
    await tx.factors.confirm(bob.memberId, 0)
  })
  const bringing = confirmFactor(ctx, bob, { factor: '123456' })
  await store.upkeep((tx) => tx.factors.remove(bob.memberId))
  await assert.rejects(bringing, { code: 'proof_needed' })
  assert.equal(await confirmed(), null)
  await change(hash)
  await confirmFactor(ctx, bob, { passwd })
  assert.equal(await confirmed(), now())
})
