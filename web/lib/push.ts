/** What a browser gives to whoever may send to it. */
export interface BrowserAddress {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

type Permission = 'granted' | 'denied' | 'default'

/** As much of a browser as notifications need. */
export interface BrowserPush {
  /** `unable` where it has none, or has them only once the page is on the home screen. */
  permission(): Permission | 'unable'
  ask(): Promise<Permission>
  address(): Promise<BrowserAddress | undefined>
  /** An address for whoever signs with this key. */
  subscribe(key: string): Promise<BrowserAddress>
  unsubscribe(): Promise<void>
}

/** What the service can be told about this browser. */
interface PushCalls {
  subscribe(address: BrowserAddress): Promise<unknown>
  unsubscribe(address: { endpoint: string }): Promise<unknown>
}

/** What the browser remembers: who turned notifications on here. Nobody else's are shown because of that. */
interface Mark {
  get(): string | undefined
  set(person: string | undefined): void
}

/** Whether this browser shows notifications: it cannot, its person has forbidden it, or it does or does not. */
export type PushState = 'unable' | 'blocked' | 'on' | 'off'

/** Thrown where somebody was asked by their browser and did not say yes. */
export class PermissionDenied extends Error {
  override name = 'NotAllowed'
}

/** Notifications on this browser. */
export function browserPush(calls: PushCalls, browser: BrowserPush, mark: Mark) {
  const tell = async (key: string) => calls.subscribe(await browser.subscribe(key))
  return {
    /** `here` is what the service says of this login. */
    state(here: boolean): PushState {
      const permission = browser.permission()
      if (permission === 'unable') return 'unable'
      if (permission === 'denied') return 'blocked'
      return here && permission === 'granted' ? 'on' : 'off'
    },
    /** Asks for permission, so it has to follow a tap. */
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
    /**
     * Tells the service of this browser after a new login, without asking anybody. Answers whether it did. A guest who logs in keeps the
     * browser (`here`), and is another person from then on.
     */
    async renewPush(person: number, { key, here }: { readonly key: string; readonly here: boolean }): Promise<boolean> {
      if (here) mark.set(String(person))
      if (here || mark.get() !== String(person) || browser.permission() !== 'granted') return false
      await tell(key)
      return true
    },
  }
}
