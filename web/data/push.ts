import { type BrowserAddress, type BrowserPush, browserPush } from '#web/lib/push.ts'
import { pushMark } from '#web/lib/push-mark.ts'
import { api, invalidate } from './api.ts'
import { registerWorker } from './worker.ts'

const able = () => 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

/** No worker is registered before the user asks for notifications. */
async function currentSubscription(): Promise<PushSubscription | undefined> {
  const registration = able() ? await navigator.serviceWorker.getRegistration('/') : undefined
  return (await registration?.pushManager.getSubscription()) ?? undefined
}

function addressOf(subscription: PushSubscription): BrowserAddress {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } }
}

const browser: BrowserPush = {
  permission: () => (able() ? Notification.permission : 'unable'),
  ask: () => Notification.requestPermission(),
  async address() {
    const subscription = await currentSubscription()
    return subscription && addressOf(subscription)
  },
  async subscribe(key) {
    await registerWorker()
    const { pushManager } = await navigator.serviceWorker.ready
    const how = { userVisibleOnly: true, applicationServerKey: key }
    // A subscription with older keys of the service stands in the way.
    const made = await pushManager.subscribe(how).catch(async (error: unknown) => {
      const old = await pushManager.getSubscription()
      if (!old) throw error
      await old.unsubscribe()
      return pushManager.subscribe(how)
    })
    return addressOf(made)
  },
  async unsubscribe() {
    await (await currentSubscription())?.unsubscribe()
  },
}

export const push = browserPush(api.messages, browser, pushMark)

/** Notifications for a receipt. The browser keeps its subscription, which an account may use as well. */
export function pushFor(receipt: string): typeof push {
  const tell = (address: BrowserAddress | null) => api.receipts.notify({ receipt, push: address })
  const noStorage = { get: () => undefined, set: () => {} }
  const calls = { subscribe: tell, unsubscribe: () => tell(null) }
  return { ...browserPush(calls, browser, noStorage), turnOff: () => tell(null).then(() => {}) }
}

/** Registers this browser again if the service has forgotten it since this person turned notifications on. */
export async function renewPush(person: number): Promise<void> {
  const { push: there } = await api.messages.choices()
  if (there && (await push.renewPush(person, there))) await invalidate('notify')
}
