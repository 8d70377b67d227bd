import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachDatabase } from '../support/databases.ts'
import { newTeam, type Person, type Team } from '../support/team.ts'

const passwd = 'correct horse battery'

/** A member with every kind of credential and every address that shows data. */
async function equipped(team: Team, admin: Person, name: string) {
  const { id, code } = await admin.admin.invite({ name, stuid: `id of ${name}`, passwd })
  const member = await team.user(name)
  await member.members.login({ code })
  const key = new URL((await member.duty.subscribe()).url).searchParams.get('key') ?? ''
  const { pair, secret } = await team.anyone.session.pair()
  await member.session.approve({ pair, member: true })
  const { code: unused } = await admin.admin.invite({ id })
  const { kiosk } = await member.counter.kiosk()
  for (const text of [code, unused, key, pair, secret, kiosk]) team.secret(text)
  return { id, name, member, code, unused, key, secret, kiosk }
}
type MemberWithAll = Awaited<ReturnType<typeof equipped>>

const works = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    (error: { status: number }) => {
      assert.ok(error.status >= 400 && error.status < 500, String(error))
      return false
    },
  )

/** The names of the credentials that still work. Logins that replace others are tried last. */
async function alive(team: Team, { member, name, code, unused, key, secret, kiosk }: MemberWithAll): Promise<string[]> {
  const found: string[] = []
  const look = async (what: string, call: () => Promise<unknown>) => (await works(call())) && found.push(what)
  if ((await member.session.checklogin()).islogin) found.push('token')
  await look('member', () => member.members.checklogin())
  await look('calendar', () => team.anyone.duty.feed({ key }))
  await look('kiosk', () => team.anyone.counter.kioskInfo({ kiosk }))
  const browser = await team.anyone.session
    .paired({ secret })
    .then((paired) => team.anyone.session.login(paired))
    .then(({ token }) => team.as(token))
    .catch(() => undefined)
  if (browser) {
    found.push('pairing')
    await look('pairing as member', () => browser.members.checklogin())
  }
  const again = await team.user(name)
  await look('no code', () => again.members.login({ code: '' }))
  await look('own invitation', () => again.members.login({ code }))
  const other = await team.user()
  await look('password', () => other.members.login({ stuid: `id of ${name}`, passwd }))
  await look('new invitation', async () => (await team.user()).members.login({ code: unused }))
  return found
}

const everything = [
  'token',
  'member',
  'calendar',
  'kiosk',
  'pairing',
  'pairing as member',
  'no code',
  'own invitation',
  'password',
  'new invitation',
]
const but = (...gone: string[]) => everything.filter((what) => !gone.includes(what))
/** Credentials of this session, and those made with it. */
const ofToken = ['token', 'member', 'pairing', 'pairing as member']
/** Credentials that log in as this member, except a password that is still set. */
const ofMember = ['member', 'calendar', 'kiosk', 'pairing as member', 'no code', 'own invitation', 'new invitation']

type Ending = (one: MemberWithAll, admin: Person, team: Team) => unknown
/** The credentials that remain after each ending. */
const endings: Readonly<Record<string, readonly [Ending, readonly string[]]>> = {
  nothing: [() => {}, everything],
  'logging out': [({ member }) => member.session.logout(), but(...ofToken)],
  'logging out as a member': [({ member }) => member.members.logout(), but('member', 'pairing as member')],
  'ending the session': [
    async ({ member }) => member.sessions.end({ id: (await member.sessions.list()).list[0]?.id ?? '' }),
    but(...ofToken),
  ],
  'being removed, and brought back': [
    async ({ id }, admin) => {
      await admin.admin.removeMember({ id })
      await admin.admin.updateMember({ id, active: true })
    },
    but(...ofMember),
  ],
  'being made inactive, and active': [
    async ({ id }, admin) => {
      await admin.admin.updateMember({ id, active: false })
      await admin.admin.updateMember({ id, active: true })
    },
    but(...ofMember),
  ],
  'being an administrator for a while': [
    async ({ id }, admin) => {
      await admin.admin.updateMember({ id, admin: true })
      await admin.admin.updateMember({ id, admin: false })
    },
    everything,
  ],
  'being an administrator': [({ id }, admin) => admin.admin.updateMember({ id, admin: true }), but('no code')],
  'another password': [
    ({ id }, admin) => admin.admin.updateMember({ id, passwd: 'another long password' }),
    but('password'),
  ],
  'another student id': [
    ({ id, name }, admin) => admin.admin.updateMember({ id, stuid: `another ${name}` }),
    but('password'),
  ],
  'another phone that takes the member over': [
    async ({ id }, admin, team) => {
      const { code } = await admin.admin.invite({ id })
      team.secret(code)
      await (await team.user()).members.login({ code })
    },
    but(...ofMember),
  ],
  'the same person on a new phone with a new invitation': [
    async ({ id, name }, admin, team) => {
      const { code } = await admin.admin.invite({ id })
      team.secret(code)
      await (await team.user(name)).members.login({ code })
    },
    but('member', 'calendar', 'kiosk', 'pairing as member', 'own invitation', 'new invitation'),
  ],
  'no password': [({ id }, admin) => admin.admin.updateMember({ id, passwd: '' }), but('password')],
  'eight days': [
    (_one, _admin, team) => team.pass({ days: 8 }),
    but('member', 'kiosk', 'pairing', 'pairing as member', 'own invitation', 'new invitation'),
  ],
  'thirty-one days': [(_one, _admin, team) => team.pass({ days: 31 }), ['calendar', 'password']],
}

onEachDatabase('credentials', (on) => {
  test('each removal, logout or expiry revokes exactly the credentials that the table says', async () => {
    await using team = await newTeam({ on, env: { RATE_LIMITS: 'off' } })
    const admin = await team.admin()
    const stuid = 'the administrator'
    await admin.admin.updateMember({ id: (await admin.members.checklogin()).id, stuid, passwd })
    for (const [ending, [end, left]] of Object.entries(endings)) {
      const again = await team.user('the-admin')
      await again.members.login({ stuid, passwd })
      const one = await equipped(team, again, `Bob, ${ending}`)
      await end(one, again, team)
      assert.deepEqual(await alive(team, one), left, ending)
    }
  })

  test('erasing an account ends its sessions, receipts, calendars and messages', async () => {
    await using team = await newTeam({ on })
    const one = await equipped(team, await team.admin(), 'Bob')
    await one.member.users.erase()
    assert.deepEqual(await alive(team, one), [])
  })
})
