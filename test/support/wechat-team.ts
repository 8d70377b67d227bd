import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { second } from '#kit/time.ts'
import { type WechatPeer, wechatPeer } from '../peers/wechat.ts'
import type { PushedTo, WechatContent } from '../peers/wechat-content.ts'
import { photo } from './pictures.ts'
import { newTeam, type Person, type Team, type TeamOptions } from './team.ts'
import { uploadForm } from './tickets.ts'

/** A team with WeChat logins, and its fake WeChat. */
export interface WechatTeam extends AsyncDisposable {
  readonly team: Team
  readonly peer: WechatPeer
  readonly content: WechatContent
  /** The address of its message push. */
  readonly push: PushedTo
  /** A person who has opened the mini-program. */
  person(openid: string): Promise<Person>
  member(name: string, admin?: boolean): Promise<Person>
  /** Uploads a picture. Answers its address. */
  upload(person: Person, signature?: boolean): Promise<string>
  /** Delivers the outbox to WeChat, and asks again about pictures without a result. */
  deliver(): Promise<void>
  giveUp(): Promise<void>
  /** The number of rows with content to review, also of deleted content. */
  reviewRows(): Promise<number>
  /** The entries to review. */
  looks(): Promise<Awaited<ReturnType<Person['content']['list']>>['list']>
}

const token = 'Zk3vQ9xTn4'

/** For a team whose WeChat hangs: a short timeout that a busy machine still meets. */
export const shortWechatTimeout = { callMs: 2 * second } as const

export async function wechatTeam({ env = {}, ...options }: TeamOptions = {}): Promise<WechatTeam> {
  let now = () => 0
  const peer = await wechatPeer(() => now())
  const team = await newTeam({
    ...options,
    env: {
      WECHAT_APP_ID: peer.appId,
      WECHAT_APP_SECRET: peer.secret,
      WECHAT_BASE_URL: peer.url,
      WECHAT_PUSH_TOKEN: token,
      ...env,
    },
  })
  now = team.now
  for (const secret of [peer.secret, token]) team.secret(secret)
  const person = async (openid: string) => {
    const code = peer.code(openid)
    team.secret(code)
    return team.as((await team.anyone.session.login({ code })).token, 'en_US')
  }
  const job = async (name: string) => {
    const found = team.running.jobs.find((one) => one.name === name)
    assert.ok(found)
    await found.run(new AbortController().signal)
  }
  return {
    team,
    peer,
    content: peer.content,
    push: { url: team.url, token, now: team.now, ...(env['WECHAT_PUSH_KEY'] ? { key: env['WECHAT_PUSH_KEY'] } : {}) },
    person,
    async member(name, admin = false) {
      const { code } = await (await team.admin()).admin.invite({ name, admin })
      team.secret(code)
      const member = await person(`o${name}`)
      await member.members.login({ code })
      return member
    },
    async upload(who, signature = false) {
      const sent = uploadForm(who.token, await photo())
      if (signature && sent.body instanceof FormData) sent.body.append('use', 'signature')
      const response = await team.call('/upload', sent)
      assert.equal(response.status, 200)
      const { data } = (await response.json()) as { data: { url: string } } // as the contract has it
      return data.url
    },
    deliver: () => team.running.deliver(),
    giveUp: () => job('held pictures'),
    async reviewRows() {
      const { config } = team.fresh
      const query = 'select id from content_look'
      if (config.kind === 'sqlite') {
        using db = new DatabaseSync(config.file, { readOnly: true })
        return db.prepare(query).all().length
      }
      await using client = Object.assign(new pg.Client(config.url), { [Symbol.asyncDispose]: () => client.end() })
      await client.connect()
      return (await client.query(query)).rows.length
    },
    looks: async () => (await (await team.admin()).content.list({})).list,
    async [Symbol.asyncDispose]() {
      await team[Symbol.asyncDispose]()
      await peer[Symbol.asyncDispose]()
    },
  }
}

/** The answer for the address of a picture: the picture, the neutral one, or nothing. */
export async function pictureAnswer(team: Team, url: string): Promise<'picture' | 'neutral' | 'nothing'> {
  const { pathname, search } = new URL(url)
  const response = await team.call(pathname + search)
  if (response.status === 404) return 'nothing'
  assert.equal(response.status, 200)
  return response.headers.get('content-type') === 'image/png' ? 'neutral' : 'picture'
}

/** An address without its signature. */
export const withoutSignature = (url: string): string => url.replace(/\?.*$/, '')
