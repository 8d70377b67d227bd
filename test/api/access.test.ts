import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Role, roles } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { isRoleEnough } from '#rules/people/sessions.ts'
import { onEachDatabase } from '../support/databases.ts'
import { json, newTeam, type Team } from '../support/team.ts'

/** The token of a new user with this role. */
async function tokenOf(role: Role, team: Team): Promise<string> {
  if (role === 'anyone') return ''
  const person = await team.user()
  if (role === 'user') return person.token
  const { code } = await (await team.admin()).admin.invite({ name: `of ${person.token}`, admin: role === 'admin' })
  await person.members.login({ code })
  return person.token
}

onEachDatabase('access', (on) => {
  test('every endpoint answers callers with its role or a higher one, and refuses all others', async () => {
    await using team = await newTeam({ on, env: { RATE_LIMITS: 'off' } })
    const wrong: string[] = []
    const tokens = new Map<Role, string>()
    for (const { endpoint: e } of endpoints()) {
      for (const role of roles) {
        const token = tokens.get(role) ?? (await tokenOf(role, team))
        tokens.set(role, token)
        const headers = { ...(token ? { authorization: `Bearer ${token}` } : {}) }
        const response = await team.call(
          e.path,
          e.method === 'GET' ? { headers, redirect: 'manual' } : json({}, headers),
        )
        await response.body?.cancel()
        const { status } = response
        // The call may have ended the session, or erased the user.
        if (e.method === 'POST' && response.ok) tokens.delete(role)
        const code = response.headers.get('x-error-code')
        const right = isRoleEnough(role, e.role)
          ? status !== 401 && code !== 'wrong_role' && status < 500
          : status === (role === 'anyone' ? 401 : 403)
        if (!right) wrong.push(`${e.method} ${e.path} answered ${role} with ${status}`)
      }
    }
    assert.deepEqual(wrong, [])
  })
})
