import assert from 'node:assert/strict'
import type { DialectName } from '#store/engine/dialects.ts'
import { newTeam, type Person, type Team } from './team.ts'

/** Several members claim the same ticket at once over HTTP, on alternating nodes, ticket after ticket. */
export async function raceForTickets(
  on: DialectName,
  {
    members,
    tickets,
    nodes,
    progress = () => {},
  }: { members: number; tickets: number; nodes: number; progress?: (done: number) => void },
): Promise<void> {
  const env = { RATE_LIMITS: 'off' }
  await using first = await newTeam({ on, env })
  await using further = new AsyncDisposableStack()
  const all: Team[] = [first]
  for (let node = 1; node < nodes; node += 1) all.push(further.use(await newTeam({ on, env, beside: first })))
  const people: Person[] = []
  for (let i = 0; i < members; i += 1) {
    const { token } = await first.member(`member ${i}`)
    people.push((all[i % all.length] ?? first).as(token, 'en_US'))
  }
  const ann = await first.user()
  for (let i = 0; i < tickets; i += 1) await ann.tickets.create({ type: 0, device: `device ${i}` })
  const ids: number[] = []
  for (let pageId = 1; ids.length < tickets; pageId += 1)
    ids.push(...(await ann.tickets.mine({ pageId, count: 1000 })).list.map(({ id }) => id))
  for (const [i, id] of ids.entries()) {
    const answers = await Promise.allSettled(people.map((person) => person.tickets.pick({ id })))
    const winners = people.filter((_, who) => answers[who]?.status === 'fulfilled')
    assert.equal(winners.length, 1, `ticket ${id} has ${winners.length} winners`)
    const [winner = ''] = (await ann.tickets.info({ id })).workers.map(({ name }) => name)
    for (const answer of answers) {
      if (answer.status === 'fulfilled') continue
      const { status, code, message } = answer.reason as { status: number; code: string; message: string } // a Failure
      assert.deepEqual([status, code, message], [409, 'already_claimed', `${winner} has already claimed this ticket.`])
    }
    progress(i + 1)
  }
  const admin = await first.admin()
  let picks = 0
  for (let pageId = 1, total = 1; (pageId - 1) * 1000 < total; pageId += 1) {
    const page = await admin.admin.log({ target: 0, pageId, count: 1000 })
    picks += page.list.filter(({ operation }) => operation === 3).length
    total = page.total
  }
  assert.equal(picks, tickets, 'one entry in the log for each')
  assert.equal((await admin.tickets.list({ queryType: 3 })).total, 0)
}
