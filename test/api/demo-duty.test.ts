import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectPorts } from '#adapters/index.ts'
import { readConfig } from '#config/config.ts'
import { fillDemo } from '#main/demo.ts'
import { loadState } from '#service/duty/duty-state.ts'
import { freshStore, onEachDatabase } from '../support/databases.ts'

onEachDatabase('the demo team', (on) => {
  test('has hours, two rosters, leaves with and without a substitute, and summaries, whatever day it moves in', async () => {
    // Which day it is makes no difference to the database.
    for (const day of on === 'sqlite' ? [9, 10, 11, 12, 13, 14, 15] : [15]) {
      await using fresh = await freshStore(on)
      const now = Temporal.Instant.from(`2026-11-${String(day).padStart(2, '0')}T06:30:00Z`).epochMilliseconds
      const ports = await connectPorts(
        readConfig({ DATA_DIR: fresh.fresh.dir }),
        () => {},
        () => now,
      )
      await fillDemo(fresh.store, ports, now, 'Asia/Shanghai')
      const { state, rosters, conclusions, set } = await fresh.store.read(async (tx) => ({
        state: await loadState(tx, now),
        rosters: await tx.rosters.list(),
        conclusions: await tx.conclusions.count(),
        set: (await tx.settings.read()).set,
      }))
      assert.deepEqual(
        rosters.map(({ name }) => name),
        ['本学期', '上学期'],
      )
      assert.equal(state.roster?.name, '本学期')
      assert.ok(conclusions >= 3)
      assert.ok((set.timetable?.length ?? 0) > 0)
      assert.deepEqual(
        state.leaves.map(({ substitute }) => substitute === '').sort(),
        [false, true],
        `moved in on the ${day}th`,
      )
      assert.equal(await fresh.store.read((tx) => tx.members.hasLinkedAdmin()), false)
    }
  })
})
