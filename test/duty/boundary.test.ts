import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addRoster } from '../support/staffed.ts'
import { newTeam } from '../support/team.ts'

const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds

/** The expected situation in Asia/Shanghai: Monday's first shift, the break after it, and the second shift. */
function expected(now: number): string {
  if (now < at('2026-11-16T04:00:00Z')) return '1'
  return now < at('2026-11-16T06:00:00Z') ? '0' : '2'
}

test('when a shift begins or ends, no duty answer is older than its request', async () => {
  await using team = await newTeam({ at: '2026-11-16T03:59:58Z', env: { RATE_LIMITS: 'off' } })
  const { bob } = await addRoster(team)
  const wrong: string[] = []
  let asked = 0
  let open = true
  const ask = async () => {
    while (open) {
      const sent = team.now()
      const { currentDuty, isInDuty, inDutyCnt } = await team.anyone.duty.info()
      const possible = [expected(sent), expected(team.now())]
      const whole = isInDuty === (currentDuty !== '0') && (isInDuty || inDutyCnt === 0)
      if (!possible.includes(currentDuty) || !whole) wrong.push(`${currentDuty} of ${possible} with ${inDutyCnt}`)
      asked += 1
    }
  }
  const crowd = Array.from({ length: 32 }, ask)
  const counting = (async () => {
    for (let count = 0; open; count += 1) await bob.duty.count({ dutycnt: count % 10 }).catch(refused)
  })()
  for (const boundary of ['2026-11-16T04:00:00Z', '2026-11-16T06:00:00Z']) {
    team.pass({ milliseconds: at(boundary) - 2000 - team.now() })
    while (team.now() < at(boundary) + 2000) {
      const before = asked
      team.pass({ milliseconds: 250 })
      // The clock advances after every request of this minute is answered.
      while (asked < before + 32) await new Promise((done) => setImmediate(done))
    }
  }
  open = false
  await Promise.all([...crowd, counting])
  assert.deepEqual(wrong, [])
  assert.ok(asked > 1000, `${asked} answers`)
})

function refused(error: { code?: string }): void {
  assert.equal(error.code, 'out_of_duty')
}
