import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachDatabase } from '../support/databases.ts'
import { newTeam } from '../support/team.ts'
import { handIn } from '../support/tickets.ts'
import { fillWith, twins } from '../support/twins.ts'

onEachDatabase('similar', (on) => {
  test('among 5,000 repairs that look like it, the same fault of the same model is found', async () => {
    await using team = await newTeam({ on, env: { RATE_LIMITS: 'off' } })
    const { finished, cases } = twins(100, 1)
    assert.equal(finished.length, 5000)
    await fillWith(team.fresh, finished, team.now() - 1e9)
    const [ann, bob] = [await team.user('ann'), await team.member('Bob')]
    const missed = []
    for (const { asked, twin } of cases) {
      const { device, device_model: deviceModel, description } = asked
      const id = await handIn(ann, { device, deviceModel, description })
      const { list } = await bob.tickets.similar({ id })
      if (!list.some((one) => one.id === twin))
        missed.push([asked, finished[twin - 1], list.map((o) => [o.deviceModel, o.description])])
    }
    if (process.env['SHOW']) console.dir(missed, { depth: 5 })
    assert.ok(missed.length <= 5, `${missed.length} of ${cases.length} were missed`)
  })
})
