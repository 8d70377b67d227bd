const typed = 'fettle.typed.'

/** Something that somebody was typing. It outlives a session that ran out, and goes when they log out. */
export const storedDraft = (storage: Storage, name: string) => storedText(storage, typed + name)

/** Nothing that was typed here is left for who comes next. */
export function forgetDrafts(): void {
  for (const storage of [localStorage, sessionStorage])
    for (const key of Object.keys(storage)) if (key.startsWith(typed)) storedText(storage, key).set(undefined)
}

const writer = storedDraft(sessionStorage, 'by')

/** Who types in this tab now: what somebody else has left here is not theirs. */
export function claimDrafts(person: string): void {
  if (writer.get() !== undefined && writer.get() !== person) forgetDrafts()
  writer.set(person)
}

/** One text kept in the browser. A browser that keeps nothing (private windows, full storage) forgets it, and that is all. */
export function storedText(storage: Storage, key: string) {
  return {
    get(): string | undefined {
      try {
        return storage.getItem(key) ?? undefined
      } catch {
        return undefined
      }
    },
    set(value: string | undefined): void {
      try {
        if (value === undefined) storage.removeItem(key)
        else storage.setItem(key, value)
      } catch {}
    },
  }
}
