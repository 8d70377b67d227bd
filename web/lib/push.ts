export interface BrowserAddress {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

type Permission = 'granted' | 'denied' | 'default'

/** The part of the browser's API that notifications need. */
export interface BrowserPush {
  /** `unable`: the browser has no notifications, or only for pages on the home screen. */
  permission(): Permission | 'unable'
  ask(): Promise<Permission>
  address(): Promise<BrowserAddress | undefined>
  subscribe(key: string): Promise<BrowserAddress>
  unsubscribe(): Promise<void>
}

interface PushCalls {
  subscribe(address: BrowserAddress): Promise<unknown>
  unsubscribe(address: { endpoint: string }): Promise<unknown>
}

interface Mark {
  get(): string | undefined
  set(person: string | undefined): void
}

export type PushState = 'unable' | 'blocked' | 'on' | 'off'

export class PermissionDenied extends Error {
  override name = 'NotAllowed'
}

export function browserPush(calls: PushCalls, browser: BrowserPush, mark: Mark) {
  const tell = async (key: string) => calls.subscribe(await browser.subscribe(key))
  return {
    /** `here`: the service knows this browser for this login. */
    state(here: boolean): PushState {
      const permission = browser.permission()
      if (permission === 'unable') return 'unable'
      if (permission === 'denied') return 'blocked'
      return here && permission === 'granted' ? 'on' : 'off'
    },
    /** Must follow a tap, because it asks for permission. */
    async turnOn(person: number, key: string): Promise<void> {
      if ((await browser.ask()) !== 'granted') throw new PermissionDenied()
      await tell(key)
      mark.set(String(person))
    },
    async turnOff(): Promise<void> {
      mark.set(undefined)
      const address = await browser.address()
      if (address) await calls.unsubscribe({ endpoint: address.endpoint })
      await browser.unsubscribe()
    },
    /** After a new login, without asking; returns whether it did. A guest who logs in is another person from then on. */
    async renewPush(person: number, { key, here }: { readonly key: string; readonly here: boolean }): Promise<boolean> {
      if (here) mark.set(String(person))
      if (here || mark.get() !== String(person) || browser.permission() !== 'granted') return false
      await tell(key)
      return true
    },
  }
}
