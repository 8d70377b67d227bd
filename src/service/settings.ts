import type { Lang } from '#contract/fields.ts'
import { defaultSettings, type Settings } from '#contract/settings.ts'
import type { Clock } from '#kit/time.ts'
import { assertSound } from '#rules/settings.ts'
import type { Store } from '#store/store.ts'
import type { MemberActor } from './actor.ts'

/** The settings in force, kept in memory and looked after every second, so that every node follows within two. */
export class SettingService {
  readonly #store: Store
  readonly #now: Clock
  readonly #defaults: Settings
  #version = 0
  #current: Settings

  /** `first` is what the environment says; a setting that was made wins over it. */
  constructor(store: Store, now: Clock, first: { readonly zone: string; readonly lang: Lang }) {
    this.#store = store
    this.#now = now
    this.#defaults = { ...defaultSettings, timeZone: first.zone, lang: first.lang }
    this.#current = this.#defaults
  }

  current(): Settings {
    return this.#current
  }

  /** Takes over what another node, or this one, has stored. */
  async refresh(): Promise<void> {
    const { version, set } = await this.#store.read((tx) => tx.settings.read())
    if (version === this.#version) return
    this.#version = version
    this.#current = { ...this.#defaults, ...set }
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
      await tx.settings.write({ ...set, ...wanted })
      const side = (settings: Settings) => ({
        id: 1,
        info: {
          say: 'settings' as const,
          values: Object.fromEntries(changed.map((key) => [key, text(settings, key)])),
        },
      })
      const entry = { by: actor, at: this.#now(), operation: 'update' as const, target: 'settings' as const }
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
