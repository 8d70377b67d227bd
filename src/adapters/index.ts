import { join } from 'node:path'
import type { Config } from '#config/config.ts'
import { contract } from '#contract/index.ts'
import { type Clock, second } from '#kit/time.ts'
import { defaultTiming } from '#rules/outbox/outbox.ts'
import type {
  Channels,
  ExternalSystem,
  ForwardedFile,
  IdentityProvider,
  MediaStore,
  MiniProgram,
  Ports,
} from '#service/shared/ports.ts'
import { fileTickets, forwardedFile } from './external/file.ts'
import { demoLogin } from './login/demo.ts'
import { diskMedia, mediaFolder } from './media/disk.ts'
import { pictures } from './media/image.ts'
import { createPushKeys } from './messages/push-keys.ts'
import type { WechatApi } from './wechat/api.ts'

export { createPushKeys }

type Warn = (facts: object, text: string) => void

/** Builds all ports from the configuration. An adapter is loaded only if it is configured. */
export async function connectPorts(
  config: Config,
  warn: Warn,
  now: Clock,
  callMs: number = defaultTiming.callMs,
  pushKeys: string = createPushKeys(),
): Promise<Ports> {
  const wechat = await wechatOf(config.miniProgram, { now, timeLimitMs: callMs }, warn)
  return {
    media: await media(config),
    pictures: pictures(),
    miniProgram: await miniProgram(config.miniProgram, warn),
    wechat: wechat?.port,
    mailer: await mail(config.mail, warn),
    identity: await identity(config, warn),
    external: await external(config, now, callMs),
    channels: await channels(config, { now, timeLimitMs: callMs }, pushKeys, wechat?.api),
  }
}

async function channels(
  { mail, push, miniProgram: login, bots, http: { publicUrl } }: Config,
  calls: Calls,
  keys: string,
  api: WechatApi | undefined,
): Promise<Channels> {
  const { wecom, feishu, dingtalk, slack, matrix, webhook } = bots
  const templates = login?.kind === 'wechat' ? login.templates : []
  const wechat = templates.length > 0 ? api : undefined
  return {
    mail: mail && (await import('./messages/mail.ts')).mailChannel({ ...mail, publicUrl, ...calls }),
    push: push && (await import('./messages/push.ts')).webPush({ ...push, keys, publicUrl, ...calls }),
    wechat: wechat && (await import('./messages/wechat.ts')).wechatMessages(wechat, templates),
    wecom: wecom && (await import('./messages/wecom.ts')).wecomBot({ ...wecom, ...calls }),
    feishu: feishu && (await import('./messages/feishu.ts')).feishuBot({ ...feishu, ...calls }),
    dingtalk: dingtalk && (await import('./messages/dingtalk.ts')).dingtalkBot({ ...dingtalk, ...calls }),
    slack: slack && (await import('./messages/slack.ts')).slackBot({ ...slack, ...calls }),
    matrix: matrix && (await import('./messages/matrix.ts')).matrixBot({ ...matrix, ...calls }),
    webhook: webhook && (await import('./messages/webhook.ts')).eventHook({ ...webhook, ...calls }),
  }
}

/** Everything of WeChat shares one access token. */
async function wechatOf(config: Config['miniProgram'], calls: Calls, warn: Warn) {
  if (config?.kind !== 'wechat') return undefined
  const { wechatApi } = await import('./wechat/api.ts')
  const { wechatContent } = await import('./wechat/content.ts')
  const { appId, push: { token, key } = {} } = config
  const push =
    token === undefined
      ? undefined
      : (await import('./wechat/push.ts')).wechatPush({ appId, token, key, now: calls.now })
  const api = wechatApi({ ...config, ...calls })
  return { api, port: wechatContent(api, { push, warn, textLimitMs: Math.min(3 * second, calls.timeLimitMs) }) }
}

interface Calls {
  readonly now: Clock
  readonly timeLimitMs: number
}

async function miniProgram(config: Config['miniProgram'], warn: Warn): Promise<MiniProgram | undefined> {
  switch (config?.kind) {
    case undefined:
      return undefined
    case 'demo':
      return demoLogin()
    case 'wechat':
      return (await import('./login/wechat.ts')).wechatLogin({ ...config, warn })
  }
}

async function media({ media: wanted, dataDir }: Config): Promise<MediaStore> {
  switch (wanted.kind) {
    case 'disk':
      return diskMedia(mediaFolder(dataDir))
    case 's3':
      return (await import('./media/s3.ts')).s3Media(wanted)
  }
}

async function mail(config: Config['mail'], warn: Warn) {
  return config && (await import('./login/mail.ts')).mailer({ ...config, warn })
}

async function identity({ identity: chosen, http }: Config, warn: Warn): Promise<IdentityProvider | undefined> {
  const callback = `${http.publicUrl}${contract.sso.callback.path}`
  switch (chosen?.kind) {
    case undefined:
      return undefined
    case 'oidc':
      return (await import('./identity/oidc.ts')).oidcIdentity({ ...chosen, callback, warn })
    case 'cas':
      return (await import('./identity/cas.ts')).casIdentity({ ...chosen, callback, warn })
  }
}

const forwardedTo = ({ dataDir }: Config) => join(dataDir, 'external.jsonl')

/** The file to which tickets are forwarded, or were before another system was configured. */
export const openForwardedFile = (config: Config): ForwardedFile => forwardedFile(forwardedTo(config))

async function external(config: Config, now: Clock, timeLimitMs: number): Promise<ExternalSystem> {
  const { system } = config.external
  switch (system.kind) {
    case 'file':
      return fileTickets(forwardedTo(config))
    case 'webhook':
      return (await import('./external/webhook.ts')).webhookTickets({ ...system, now, timeLimitMs })
    case 'request-tracker':
      return (await import('./external/request-tracker.ts')).requestTracker({ ...system, timeLimitMs })
    case 'redmine':
      return (await import('./external/redmine.ts')).redmine({ ...system, timeLimitMs })
  }
}
