import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Endpoint, Role } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import fc from '../support/fast-check.ts'
import { type CallResult, type GeneratedCall, generatedCall, sendGeneratedCall } from '../support/generated-calls.ts'
import { newTeam, type Person, type Team } from '../support/team.ts'

/**
 * The number of requests for an endpoint: some for errors of any request, some for each field. `npm run prove -- soak`
 * sends ten thousand.
 */
const runsFor = ({ input }: Endpoint) => Number(process.env['GARBAGE'] ?? 12 + 3 * Object.keys(input.properties).length)

// Sends the same requests in the same order to two services that differ only in their database.
describe('random input', () => {
  let teams: readonly Team[] = []
  let walkers: readonly Person[] = []
  let count = 0
  const open = async () => {
    const env = { RATE_LIMITS: 'off' }
    teams = [await newTeam({ on: 'sqlite', env }), await newTeam({ on: 'postgres', env })]
  }
  const close = async () => {
    for (const team of teams) await team[Symbol.asyncDispose]()
  }
  before(open)
  after(close)

  /** An actor that may call the endpoint, on each service; on a new service if garbage has removed the administrator. */
  async function logIn(role: Role): Promise<void> {
    count += 1
    const come = (team: Team) =>
      role === 'admin' ? team.admin() : role === 'member' ? team.member(`walker ${count}`) : team.user('walker')
    const all = () => Promise.all(teams.map(come))
    walkers = await all().catch(() => [])
    if (await mayCall(role)) return
    await close()
    await open()
    walkers = await all()
  }
  async function mayCall(role: Role): Promise<boolean> {
    const ask = async ({ session, members, admin }: Person) =>
      role === 'admin'
        ? admin.settings()
        : role === 'member'
          ? members.checklogin()
          : (await session.checklogin()).islogin
    const answers = await Promise.all(walkers.map((walker) => ask(walker).catch(() => false)))
    return answers.length > 0 && answers.every((answer) => answer !== false)
  }

  async function verdicts(e: Endpoint, bad: GeneratedCall): Promise<CallResult[]> {
    const all = await Promise.all(teams.map((team, i) => sendGeneratedCall(team, e, bad, walkers[i]?.token ?? '')))
    // Some endpoints end the session or the role, as they should.
    if (e.method === 'POST' && all.some(({ status }) => status < 300) && !(await mayCall(e.role))) await logIn(e.role)
    return all
  }

  for (const { name, endpoint: e } of endpoints()) {
    test(`${name} answers random input without an internal error, and alike on both databases`, async () => {
      await logIn(e.role)
      const runs = runsFor(e)
      const seen = new Set<string>()
      await fc.assert(
        fc.asyncProperty(generatedCall(e), async (bad) => {
          const all = await verdicts(e, bad)
          for (const verdict of all) checkVerdict(e, verdict)
          const [one, other] = all.map(({ status, code }) => `${status} ${code}`)
          assert.equal(one, other)
          seen.add(one ?? '')
        }),
        { seed: 20_261_116, numRuns: runs },
      )
      if (runs < 200) return // too few to meet everything
      // Requests that never pass the first check, or always pass it, would prove nothing.
      assert.ok(seen.has('400 bad_json'), [...seen].join(', '))
      if (e.role !== 'anyone') assert.ok(seen.has('401 not_logged_in'), [...seen].join(', '))
      if (Object.keys(e.input.properties).length > 0) assert.ok(seen.has('400 bad_input'), [...seen].join(', '))
    })
  }
})

function checkVerdict(e: Endpoint, { status, code, text }: CallResult): void {
  assert.ok(status < 500, `${status} ${text}`)
  if (e.answer === 'raw') return
  const body = JSON.parse(text) as Record<string, unknown>
  if (status < 300) {
    if (e.answer !== 'bare') assert.equal(body['success'], true)
    return
  }
  assert.deepEqual(Object.keys(body), ['success', 'err'])
  assert.equal(body['success'], false)
  assert.ok(typeof body['err'] === 'string' && body['err'] !== '')
  assert.notEqual(code, '')
}
