import { Refusal } from '#contract/errors.ts'
import type { Lang } from '#contract/languages.ts'
import { defaultSettings, type Settings } from '#contract/team/settings.ts'
import type { Clock } from '#kit/time.ts'
import { assertConsistent } from '#rules/team/settings.ts'
import { changedIn, changedSince } from '#rules/versions.ts'
import { type Store, type Tx, withEvent } from '#store/store.ts'
import type { MemberActor } from './actor.ts'
import { VersionedCache } from './versioned-cache.ts'
import { afterCommit, type Warn } from './warn.ts'

type BeforeChange = (tx: Tx, old: Settings, next: Settings, at: number) => Promise<void>

export class SettingService {
  readonly #store: Store
  readonly #now: Clock
  readonly #defaults: Settings
  readonly #stored: VersionedCache<{ readonly settings: Settings; readonly version: number }>
  readonly #warn: Warn
  readonly #beforeChange: BeforeChange[] = []
  readonly #afterChange: (() => Promise<void>)[] = []

  constructor(store: Store, now: Clock, first: { readonly zone: string; readonly lang: Lang }, warn: Warn) {
    this.#warn = warn
    this.#store = store
    this.#now = now
    this.#defaults = { ...defaultSettings, timeZone: first.zone, lang: first.lang }
    this.#stored = new VersionedCache({ settings: this.#defaults, version: 1 }, async (known) => {
      const { version, set } = await store.read((tx) => tx.settings.read())
      return version === known ? undefined : { version, value: { settings: { ...this.#defaults, ...set }, version } }
    })
  }

  current(): Settings {
    return this.#stored.current().settings
  }

  /** The stored settings, which another node may have changed a moment ago. */
  async stored(tx: Tx): Promise<Settings> {
    return { ...this.#defaults, ...(await tx.settings.read()).set }
  }

  versioned(): Settings & { readonly version: number } {
    const { settings, version } = this.#stored.current()
    return { ...settings, version }
  }

  refresh(): Promise<void> {
    return this.#stored.refresh()
  }

  /** `work` runs in the transaction of each change, before it, and can end what has expired under the old settings. */
  beforeChange(work: BeforeChange): void {
    this.#beforeChange.push(work)
  }

  /** `work` runs after each commit, before this node uses the new settings. */
  afterChange(work: () => Promise<void>): void {
    this.#afterChange.push(work)
  }

  /** With `read`, the version that the caller has seen, it refuses to overwrite later changes. */
  async update(actor: MemberActor, wanted: Partial<Settings>, read = Number.POSITIVE_INFINITY): Promise<number> {
    const version = await this.#store.change(async (tx) => {
      await tx.settings.lock()
      const { version, versions, set } = await tx.settings.read()
      const old: Settings = { ...this.#defaults, ...set }
      const next: Settings = { ...old, ...wanted }
      assertConsistent(next)
      const changed = Object.keys(wanted).filter((key): key is keyof Settings => text(old, key) !== text(next, key))
      // A setting equal to the environment's value is stored too: another environment must not change it.
      const isSet = Object.keys(wanted).every((key) => key in set)
      if (changed.length === 0 && isSet) return { answer: version, events: [] }
      if (changedSince(versions, changed, read)) throw new Refusal('settings_changed')
      const at = this.#now()
      for (const work of this.#beforeChange) await work(tx, old, next, at)
      await tx.settings.write({
        version: version + 1,
        versions: changedIn(versions, changed, version + 1),
        set: { ...set, ...wanted },
      })
      if (changed.length === 0) return { answer: version + 1, events: [] }
      const valuesOf = (settings: Settings) => ({
        values: Object.fromEntries(changed.map((key) => [key, text(settings, key)])),
      })
      const sides = { id: 1, before: valuesOf(old), after: valuesOf(next) }
      return withEvent(tx, { kind: 'settings.changed', by: actor, at, ...sides }, version + 1)
    })
    await afterCommit(this.#warn, 'refresh settings', async () => {
      for (const work of this.#afterChange) await work()
      await this.refresh()
    })
    return version
  }
}

function text(settings: Settings, key: string): string {
  const value: unknown = settings[key as keyof Settings] // the keys come from a checked input
  return typeof value === 'string' ? value : JSON.stringify(value)
}
