import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachDatabase } from '../support/databases.ts'
import { json, newTeam, type Person, type Team } from '../support/team.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'

async function onFirefox(team: Team, code: string): Promise<Person> {
  const answer = await team.call('/login', json({ code }, { 'user-agent': firefox }))
  return team.as(((await answer.json()) as { token: string }).token, 'en_US')
}

const listed = async (who: Person) => (await who.sessions.list()).list

onEachDatabase('sessions', (on) => {
  test('a person sees where they are logged in, and ends what they like', async () => {
    await using team = await newTeam({ on })
    const bob = await team.member('Bob')
    const eve = await team.user('eve')
    team.pass({ hours: 2 })
    const laptop = await onFirefox(team, 'member Bob')
    const list = await listed(laptop)
    assert.deepEqual(
      list.map(({ id, ...session }) => {
        assert.match(id, /^[0-9a-f]{16}$/)
        return session
      }),
      [
        {
          device: 'Firefox, Linux',
          login: 'demo',
          createdTime: '2026-11-16T11:30:00.000000',
          usedTime: '2026-11-16T11:30:00.000000',
          current: true,
          own: true,
          member: false,
          proof: '',
          provenTime: '',
        },
        {
          device: '',
          login: 'demo',
          createdTime: '2026-11-16T09:30:00.000000',
          usedTime: '2026-11-16T09:30:00.000000',
          current: false,
          own: true,
          member: true,
          proof: 'invitation',
          provenTime: '2026-11-16T09:30:00.000000',
        },
      ],
    )
    assert.deepEqual(
      (await laptop.users.export()).sessions.map(({ device, proof }) => [device, proof]),
      [
        ['', 'invitation'],
        ['Firefox, Linux', ''],
      ],
    )
    // Of a login on another device than before they are told, and of no other.
    await onFirefox(team, 'member Bob').then((again) => again.session.logout())
    assert.deepEqual(
      (await laptop.users.notices()).list.map(({ text }) => text),
      ['New login on Firefox, Linux.'],
    )
    assert.deepEqual((await eve.users.notices()).list, [])
    const [here, phone] = list
    const gone = { status: 404, code: 'session_not_found' }
    await assert.rejects(eve.sessions.end({ id: phone?.id ?? '' }), gone, 'nobody ends somebody else’s')
    await assert.rejects(laptop.sessions.end({}), { status: 400, code: 'bad_input', field: 'id' })
    await laptop.sessions.end({ id: phone?.id ?? '' })
    assert.deepEqual(await bob.session.checklogin(), { islogin: false })
    await assert.rejects(laptop.sessions.end({ id: phone?.id ?? '' }), gone)
    const [entry] = (await (await team.admin()).admin.log({ target: 3, count: 1 })).list
    assert.equal(entry?.current.info, 'Bob logged out')
    await laptop.sessions.end({ id: here?.id ?? '' })
    assert.deepEqual(await laptop.session.checklogin(), { islogin: false })
    assert.deepEqual(await eve.session.checklogin(), { islogin: true })
  })

  test('all others end at once', async () => {
    await using team = await newTeam({ on })
    const [phone, laptop] = [await team.user('ann'), await team.user('ann')]
    await phone.sessions.end({ others: true })
    await phone.sessions.end({ others: true })
    assert.deepEqual(await laptop.session.checklogin(), { islogin: false })
    assert.equal((await listed(phone)).length, 1)
  })

  test('a member sees who else is that member, and ends it for good', async () => {
    await using team = await newTeam({ on })
    const admin = await team.admin()
    const passwd = 'correct horse battery'
    const { code } = await admin.admin.invite({ name: 'Bob', stuid: 'b1', passwd })
    const bob = await team.user('bob')
    await bob.members.login({ code })
    const other = await team.user('somebody else')
    await other.members.login({ stuid: 'b1', passwd })
    const theirs = (await listed(bob)).filter(({ own }) => !own)
    assert.deepEqual(
      theirs.map(({ member, proof }) => [member, proof]),
      [[true, 'password']],
    )
    await bob.sessions.end({ id: theirs[0]?.id ?? '' })
    await assert.rejects(other.members.checklogin(), { status: 403 })
    await assert.rejects(other.members.login({ code: '' }), { status: 400, code: 'code_refused' })
    assert.deepEqual(await other.session.checklogin(), { islogin: true }, 'their own tickets stay theirs')
    await bob.members.logout()
    await other.members.login({ stuid: 'b1', passwd })
    assert.equal((await listed(bob)).length, 1, 'who is no member now sees their own alone')
  })
})
