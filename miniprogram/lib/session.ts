import { Failure } from '#contract/connect.ts'
import { type Client, connect } from './client.ts'
import { chosenKey, language } from './language.ts'
import { orElse } from './older.ts'
import { forgetAllBut, kept } from './storage.ts'

/** Where the service is; the build writes it in. */
declare const SERVICE_URL: string
export const serviceUrl = SERVICE_URL

const token = kept('token', '')
/** Whether this person was logged in as a member here, so that a new session should be that too. */
const wasMember = kept('member', false)

const connection = { url: serviceUrl, token: token.get, lang: language.current }
export const api: Client = connect({
  ...connection,
  again: async (refused) => {
    // Another call may have logged in anew meanwhile, or is about to. WeChat lets in nobody but the person of this phone.
    if (refused === '' || token.get() !== refused) return ((await underWay) ?? token.get()) !== ''
    token.clear()
    return (await logIn()) !== ''
  },
})

/** A token that is refused while a login is under way begins no other one: it would wait for itself. */
const atLogin: Client = connect({ ...connection, again: async () => false })

let underWay: Promise<string> | undefined

/** Logs in by WeChat, which nobody notices; those who ask at the same time share it. Answers the token, or nothing. */
export function logIn(): Promise<string> {
  underWay ??= trade().finally(() => {
    underWay = undefined
  })
  return underWay
}

async function trade(): Promise<string> {
  const { code } = await wx.login().catch(() => {
    throw new Failure(0, '', 'WeChat gave no code')
  })
  const { token: fresh } = await atLogin.session.login({ code })
  token.set(fresh)
  if (wasMember.get()) await goOnAsMember().catch(ignoreRefusal)
  return fresh
}

/** A new session is a member's without a code as long as the service remembers who it was. */
async function goOnAsMember(): Promise<void> {
  const user = await asked(atLogin)
  if (user?.linked) await atLogin.members.login()
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Failure)) throw error
}

/** Logged in, now or since before; for what only somebody can do whom the service knows. */
export async function known(): Promise<void> {
  if (token.get() === '') await logIn()
}

export type Me = NonNullable<Awaited<ReturnType<Client['users']['me']>>['user']>

/** Who this is, and as what; logs in first, and anew where the login has ended. */
export async function me(): Promise<Me | null> {
  await known()
  const before = token.get()
  let who = await asked()
  if (!who) {
    if (token.get() === before) token.clear()
    await known()
    who = await asked()
  }
  wasMember.set(who?.member != null)
  if (who) language.tell(who.lang)
  return who
}

async function asked(client = api): Promise<Me | null> {
  return (await orElse(client.users.me(), async () => ({ user: await askedEarlier(client) }))).user
}

/** The same of a service of an earlier revision. */
async function askedEarlier(client: Client): Promise<Me> {
  const { name, phone } = await client.users.info()
  const member: Partial<Me['member']> = (await client.members.checklogin().catch(ignoreRefusal)) ?? null
  return { ...unknown, name, phone, member: member && { id: 0, name: '', avatar: '', admin: false, ...member } }
}
const unknown: Me = { id: 0, name: '', phone: '', lang: '', guest: false, linked: false, notices: 0, member: null }

/** Nothing of theirs stays on the phone; which language it speaks is nobody's. */
export function loggedOut(): void {
  forgetAllBut(chosenKey)
}

export const heldToken = token.get
