import { Refusal } from '#contract/errors.ts'
import type { Lang } from '#contract/languages.ts'
import { defaultSettings, type Settings } from '#contract/team/settings.ts'
import type { Clock } from '#kit/time.ts'
import { assertConsistent } from '#rules/team/settings.ts'
import { changedIn, changedSince } from '#rules/versions.ts'
import type { Store, Tx } from '#store/store.ts'
import type { MemberActor } from './actor.ts'
import { afterCommit } from './after-commit.ts'
import { VersionedCache } from './versioned-cache.ts'

/** Somebody whose own state rests on the settings. */
export interface SettingsListener {
  /** In the transaction, before they change: what is over under the old ones can be ended for good. */
  before(tx: Tx, old: Settings, next: Settings, at: number): Promise<void>
  /** Before the new ones are in force here. */
  refresh(): Promise<void>
}

/** The settings in force. */
export class SettingService {
  readonly #store: Store
  readonly #now: Clock
  readonly #defaults: Settings
  readonly #stored: VersionedCache<{ readonly settings: Settings; readonly version: number }>
  readonly #followers: SettingsListener[] = []

  /** `first` is what the environment says; a setting that was made wins over it. */
  constructor(store: Store, now: Clock, first: { readonly zone: string; readonly lang: Lang }) {
    this.#store = store
    this.#now = now
    this.#defaults = { ...defaultSettings, timeZone: first.zone, lang: first.lang }
    this.#stored = new VersionedCache({ settings: this.#defaults, version: 1 }, async (known) => {
      const { version, set } = await store.readOne((tx) => tx.settings.read())
      return version === known ? undefined : { version, value: { settings: { ...this.#defaults, ...set }, version } }
    })
  }

  current(): Settings {
    return this.#stored.current().settings
  }

  /** As they are stored at this moment, which another node may have changed a moment ago. */
  async stored(tx: Tx): Promise<Settings> {
    return { ...this.#defaults, ...(await tx.settings.read()).set }
  }

  /** The same with the version that a change to what was read here names. */
  versioned(): Settings & { readonly version: number } {
    const { settings, version } = this.#stored.current()
    return { ...settings, version }
  }

  /** Takes over what another node, or this one, has stored. */
  refresh(): Promise<void> {
    return this.#stored.refresh()
  }

  subscribe(follower: SettingsListener): void {
    this.#followers.push(follower)
  }

  /**
   * Changes what is wanted and leaves the rest. With the version that somebody has read, what another has changed since then is
   * not overwritten. Answers the new version.
   */
  async update(actor: MemberActor, wanted: Partial<Settings>, read = Number.POSITIVE_INFINITY): Promise<number> {
    const version = await this.#store.change(async (tx) => {
      await tx.settings.lock()
      const { version, versions, set } = await tx.settings.read()
      const old: Settings = { ...this.#defaults, ...set }
      const next: Settings = { ...old, ...wanted }
      assertConsistent(next)
      const changed = Object.keys(wanted).filter((key): key is keyof Settings => text(old, key) !== text(next, key))
      // What is set to the value it has by the environment is set all the same: another environment changes it no more.
      const isSet = Object.keys(wanted).every((key) => key in set)
      if (changed.length === 0 && isSet) return { answer: version, events: [] }
      if (changedSince(versions, changed, read)) throw new Refusal('settings_changed')
      const at = this.#now()
      for (const follower of this.#followers) await follower.before(tx, old, next, at)
      await tx.settings.write({
        version: version + 1,
        versions: changedIn(versions, changed, version + 1),
        set: { ...set, ...wanted },
      })
      if (changed.length === 0) return { answer: version + 1, events: [] }
      const told = (settings: Settings) => ({
        values: Object.fromEntries(changed.map((key) => [key, text(settings, key)])),
      })
      const sides = { id: 1, before: told(old), after: told(next) }
      return { answer: version + 1, events: [await tx.record({ kind: 'settings.changed', by: actor, at, ...sides })] }
    })
    await afterCommit(async () => {
      for (const follower of this.#followers) await follower.refresh()
      await this.refresh()
    })
    return version
  }
}

/** A setting as the log shows it. */
function text(settings: Settings, key: string): string {
  const value: unknown = settings[key as keyof Settings] // the keys come from a checked input
  return typeof value === 'string' ? value : JSON.stringify(value)
}
