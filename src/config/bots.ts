import { parseSecrets, type RemoteConfig, secretsFormat } from './external.ts'
import { type EnvReaderOf, trimSlash, type Variables } from './values.ts'

/** The bots in the team's chats, and the webhook for events. Each is defined if it is configured. */
export interface BotsConfig {
  readonly wecom: RemoteConfig | undefined
  readonly feishu: SignedBot | undefined
  readonly dingtalk: SignedBot | undefined
  readonly slack: RemoteConfig | undefined
  readonly matrix: (RemoteConfig & { readonly token: string; readonly room: string }) | undefined
  readonly webhook: (RemoteConfig & { readonly secrets: readonly string[] }) | undefined
}

/** Calls are signed if there is a secret. */
type SignedBot = RemoteConfig & { readonly secret: string | undefined }

const address = (about: string, example: string) => ({ about, example, secret: true }) as const
const signature = (bot: string, example: string) =>
  ({ about: `What ${bot} signs with, where its security setting is a signature.`, example, secret: true }) as const

export const botVariables = {
  WECOM_BOT_URL: address(
    'Address of a group bot of WeCom, which sends the messages that the team has chosen. See docs/messages-wecom.md.',
    'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0',
  ),
  FEISHU_BOT_URL: address(
    'Address of a custom bot of Feishu or Lark. See docs/messages-feishu.md.',
    'https://open.feishu.cn/open-apis/bot/v2/hook/0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0',
  ),
  FEISHU_BOT_SECRET: signature('the bot of Feishu or Lark', '0f1e2d3c4b5a69788796a5'),
  DINGTALK_BOT_URL: address(
    'Address of a custom robot of DingTalk. See docs/messages-dingtalk.md.',
    'https://oapi.dingtalk.com/robot/send?access_token=0f1e2d3c4b5a69788796a5b4c3d2e1f0',
  ),
  DINGTALK_BOT_SECRET: signature('the robot of DingTalk', 'SEC0f1e2d3c4b5a69788796a5b4c3d2e1f0'),
  SLACK_BOT_URL: address(
    'Address of an incoming webhook of Slack, or of Mattermost, Rocket.Chat or Discord (with /slack behind it). See docs/messages-slack.md.',
    'https://chat.example.org/hooks/0f1e2d3c4b5a69788796a5b4c3',
  ),
  MATRIX_URL: {
    about: 'The Matrix homeserver of the account that writes to the room. See docs/messages-matrix.md.',
    example: 'https://matrix.example.org',
  },
  MATRIX_TOKEN: { about: 'The access token of that account.', example: 'syt_0f1e2d3c4b5a69788796', secret: true },
  MATRIX_ROOM: { about: 'The internal id of the room, which begins with !.', example: '!0f1e2d3c4b:example.org' },
  WEBHOOK_URL: address(
    'Address of a program that gets the events that the team has chosen, as Standard Webhooks describes. See docs/messages-webhook.md.',
    'https://example.org/hooks/fettle',
  ),
  WEBHOOK_SECRET: {
    about: 'The secrets that sign these calls: one or more whsec_… with spaces between them.',
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    secret: true,
  },
  MESSAGES_PRIVATE: {
    about:
      'on or off: whether bots and the webhook may be on this machine or in a private network, and be reached without encryption.',
    default: 'off',
  },
} as const satisfies Variables

type BotValues = EnvReaderOf<typeof botVariables>
type Name = keyof typeof botVariables

export function readBots(values: BotValues): BotsConfig {
  const privateToo = values.oneOf('MESSAGES_PRIVATE', ['off', 'on']) === 'on'
  // The address holds the key, so it may go unencrypted only within a private network.
  const schemes = privateToo ? ['https:', 'http:'] : ['https:']

  /** The path or query of a bot's address is its key. */
  function remote(name: Name): RemoteConfig | undefined {
    const given = values.given(name)
    const url = given && values.url(name, given, { schemes })
    if (!url) return undefined
    if (url.hash || url.username || url.password)
      values.wrong(name, 'must not have a fragment, a user name or a password')
    return { url: url.href, privateToo }
  }

  function readSignedBot(name: Name, secretName: Name): SignedBot | undefined {
    const bot = remote(name)
    const secret = values.given(secretName)
    if (secret && !values.given(name)) values.wrong(secretName, `also needs ${name}`)
    return bot && { ...bot, secret }
  }

  function webhook() {
    const hook = remote('WEBHOOK_URL')
    const given = values.given('WEBHOOK_SECRET')
    const secrets = given === undefined ? undefined : parseSecrets(given)
    if (given !== undefined && !secrets) values.wrong('WEBHOOK_SECRET', secretsFormat)
    if (given === undefined && values.given('WEBHOOK_URL')) values.wrong('WEBHOOK_URL', 'also needs WEBHOOK_SECRET')
    if (given !== undefined && !values.given('WEBHOOK_URL')) values.wrong('WEBHOOK_SECRET', 'also needs WEBHOOK_URL')
    return hook && secrets ? { ...hook, secrets } : undefined
  }

  function matrix() {
    const names = ['MATRIX_URL', 'MATRIX_TOKEN', 'MATRIX_ROOM'] as const
    const [given, token, room] = names.map((name) => values.given(name))
    const missing = names.filter((name) => !values.given(name))
    if (missing.length > 0 && missing.length < names.length)
      for (const name of missing)
        values.wrong(name, `is missing: ${names.filter((n) => n !== name).join(' or ')} is set`)
    const url = given && values.url('MATRIX_URL', given, { schemes, plain: true })
    if (token && !/^[!-~]+$/.test(token)) values.wrong('MATRIX_TOKEN', 'must be ASCII characters without spaces')
    if (room && !/^![^\s\p{Cc}]{1,254}$/u.test(room))
      values.wrong('MATRIX_ROOM', 'must be the internal id of a room, such as !0f1e2d3c4b:example.org')
    return url && token && room ? { url: trimSlash(url), privateToo, token, room } : undefined
  }

  return {
    wecom: remote('WECOM_BOT_URL'),
    feishu: readSignedBot('FEISHU_BOT_URL', 'FEISHU_BOT_SECRET'),
    dingtalk: readSignedBot('DINGTALK_BOT_URL', 'DINGTALK_BOT_SECRET'),
    slack: remote('SLACK_BOT_URL'),
    matrix: matrix(),
    webhook: webhook(),
  }
}
