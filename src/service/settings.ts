import type { Lang } from '#contract/fields.ts'
import { defaultSettings, type Settings } from '#contract/settings.ts'
import type { Clock } from '#kit/time.ts'
import { assertSound } from '#rules/settings.ts'
import type { Store, Tx } from '#store/store.ts'
import type { MemberActor } from './actor.ts'
import { Watched } from './watched.ts'

/** Told in the transaction, before settings change: what rests on the old ones can be brought to an end. */
export type BeforeSettings = (tx: Tx, old: Settings, at: number) => Promise<void>

/** The settings in force. */
export class SettingService {
  readonly #store: Store
  readonly #now: Clock
  readonly #defaults: Settings
  readonly #watched: Watched<Settings>
  readonly #before: BeforeSettings[] = []

  /** `first` is what the environment says; a setting that was made wins over it. */
  constructor(store: Store, now: Clock, first: { readonly zone: string; readonly lang: Lang }) {
    this.#store = store
    this.#now = now
    this.#defaults = { ...defaultSettings, timeZone: first.zone, lang: first.lang }
    this.#watched = new Watched(this.#defaults, async (known) => {
      const { version, set } = await store.read((tx) => tx.settings.read())
      return version === known ? undefined : { version, value: { ...this.#defaults, ...set } }
    })
  }

  current(): Settings {
    return this.#watched.current()
  }

  /** Takes over what another node, or this one, has stored. */
  refresh(): Promise<void> {
    return this.#watched.refresh()
  }

  beforeChange(told: BeforeSettings): void {
    this.#before.push(told)
  }

  async update(actor: MemberActor, wanted: Partial<Settings>): Promise<void> {
    await this.#store.change(async (tx) => {
      await tx.settings.lock()
      const { set } = await tx.settings.read()
      const old: Settings = { ...this.#defaults, ...set }
      const next: Settings = { ...old, ...wanted }
      assertSound(next)
      const changed = Object.keys(wanted).filter((key): key is keyof Settings => text(old, key) !== text(next, key))
      if (changed.length === 0) return { answer: undefined, entry: undefined }
      const at = this.#now()
      for (const told of this.#before) await told(tx, old, at)
      await tx.settings.write({ ...set, ...wanted })
      const side = (settings: Settings) => ({
        id: 1,
        info: {
          say: 'settings' as const,
          values: Object.fromEntries(changed.map((key) => [key, text(settings, key)])),
        },
      })
      const entry = { by: actor, at, operation: 'update' as const, target: 'settings' as const }
      return { answer: undefined, entry: { ...entry, previous: side(old), current: side(next) } }
    })
    await this.refresh()
  }
}

/** A setting as the log shows it. */
function text(settings: Settings, key: string): string {
  const value: unknown = settings[key as keyof Settings] // the keys come from a checked input
  return typeof value === 'string' ? value : JSON.stringify(value)
}
