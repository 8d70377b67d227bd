import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { connectPorts } from '#adapters/index.ts'
import { readConfig } from '#config/config.ts'
import { erasePerson } from '#service/journeys/erase-person.ts'
import { inviteMember } from '#service/people/member-admin.ts'
import { Unavailable } from '#store/engine/engine.ts'
import { testContext } from '../support/context.ts'
import { freshStore, onEachDatabase } from '../support/databases.ts'
import { newTeam } from '../support/team.ts'

// A committed change is answered with success, whatever fails after the commit.
onEachDatabase('after a commit', (on) => {
  test('settings and erasures succeed even if the work after the commit fails', async () => {
    await using fresh = await freshStore(on)
    const { store } = fresh
    const config = readConfig({ DATA_DIR: fresh.fresh.dir })
    const ports = await connectPorts(
      config,
      () => {},
      () => 0,
    )
    const team = { lang: 'en_US', zone: 'UTC' } as const
    const here = testContext({ store, ports, now: () => 1, team, publicUrl: '' })
    const { id } = await inviteMember(here, undefined, { name: 'Ann', admin: true })
    const personId = await store.upkeep((tx) => tx.users.ofIdentity('demo', 'ann', 1))
    const ann = {
      role: 'admin',
      personId,
      memberId: id,
      lang: null,
      guest: false,
      tokenHash: new Uint8Array(),
      confirmed: true,
      factor: false,
    } as const
    const away = () => Promise.reject(new Unavailable('away'))
    here.settings.afterChange(away)
    const version = await here.settings.update(ann, { teamName: 'Repairs' })
    const stored = await store.read((tx) => tx.settings.read())
    assert.deepEqual([stored.set.teamName, stored.version], ['Repairs', version])

    store.storage.scrub = away
    await erasePerson(here, ann)
    assert.equal(await store.read((tx) => tx.users.byIdentity('demo', 'ann')), undefined)
  })

  test('the first administrator is created even if the code file cannot be removed', async () => {
    await using team = await newTeam({ on })
    const file = join(team.fresh.dir, 'admin-code')
    const code = readFileSync(file, 'utf8').trim()
    rmSync(file)
    mkdirSync(join(file, 'in-the-way'), { recursive: true })
    const admin = await team.user('Ann')
    await admin.members.login({ code })
    assert.equal((await admin.members.checklogin()).admin, true)
  })
})
