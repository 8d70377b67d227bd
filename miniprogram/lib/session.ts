import { Failure } from '#contract/connect.ts'
import { type Client, connect } from './client.ts'
import { chosenKey, language } from './language.ts'
import { ifOlder } from './older-service.ts'
import { forgetAllBut, storedValue } from './storage.ts'

/** The build defines it. */
declare const SERVICE_URL: string
export const serviceUrl = SERVICE_URL

const token = storedValue('token', '')
/** A new session of a member should be a member's again. */
const wasMember = storedValue('member', false)

const connection = { url: serviceUrl, token: token.get, lang: language.current }
export const api: Client = connect({
  ...connection,
  again: async (refused) => {
    // Another call may have renewed the session, or is about to.
    if (refused === '' || token.get() !== refused) return ((await underWay) ?? token.get()) !== ''
    token.clear()
    return (await logIn()) !== ''
  },
})

/** A login must not start another login: it would wait for itself. */
const clientOfLogin: Client = connect({ ...connection, again: async () => false })

let underWay: Promise<string> | undefined

/** Logs in by WeChat without a question; concurrent calls share one login. Returns the token. */
export function logIn(): Promise<string> {
  underWay ??= exchangeCode().finally(() => {
    underWay = undefined
  })
  return underWay
}

async function exchangeCode(): Promise<string> {
  const { code } = await wx.login().catch(() => {
    throw new Failure(0, '', 'WeChat gave no code')
  })
  const { token: fresh } = await clientOfLogin.session.login({ code })
  token.set(fresh)
  if (wasMember.get()) await renewMemberLogin().catch(ignoreRefusal)
  return fresh
}

/** Within the service's time limit membership needs no code. */
async function renewMemberLogin(): Promise<void> {
  const user = await fetchMe(clientOfLogin)
  if (user?.linked) await clientOfLogin.members.login()
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Failure)) throw error
}

export async function ensureLoggedIn(): Promise<void> {
  if (token.get() === '') await logIn()
}

export type Me = NonNullable<Awaited<ReturnType<Client['users']['me']>>['user']>

/** The current user; logs in if there is no session or it has expired. */
export async function me(): Promise<Me | null> {
  await ensureLoggedIn()
  const before = token.get()
  let who = await fetchMe()
  if (!who) {
    if (token.get() === before) token.clear()
    await ensureLoggedIn()
    who = await fetchMe()
  }
  wasMember.set(who?.member != null)
  if (who) language.tell(who.lang)
  return who
}

async function fetchMe(client = api): Promise<Me | null> {
  return (await ifOlder(client.users.me(), async () => ({ user: await fetchMeOfOlderService(client) }))).user
}

/** For an older service. */
async function fetchMeOfOlderService(client: Client): Promise<Me> {
  const { name, phone } = await client.users.info()
  const member: Partial<Me['member']> = (await client.members.checklogin().catch(ignoreRefusal)) ?? null
  return { ...unknown, name, phone, member: member && { id: 0, name: '', avatar: '', admin: false, ...member } }
}
const unknown: Me = { id: 0, name: '', phone: '', lang: '', guest: false, linked: false, notices: 0, member: null }

/** Deletes the user's data on this phone; the chosen language stays. */
export function loggedOut(): void {
  forgetAllBut(chosenKey)
}

export const heldToken = token.get
