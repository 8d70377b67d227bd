const typed = 'fettle.typed.'

/** Something that somebody was typing. It outlives a session that ran out, and goes when they log out. */
export const keptTyping = (storage: Storage, name: string) => kept(storage, typed + name)

/** Nothing that was typed here is left for who comes next. */
export function forgetTyping(): void {
  for (const storage of [localStorage, sessionStorage])
    for (const key of Object.keys(storage)) if (key.startsWith(typed)) kept(storage, key).set(undefined)
}

const writer = keptTyping(sessionStorage, 'by')

/** Who types in this tab now: what somebody else has left here is not theirs. */
export function typesHere(person: string): void {
  if (writer.get() !== undefined && writer.get() !== person) forgetTyping()
  writer.set(person)
}

/** One text kept in the browser. A browser that keeps nothing (private windows, full storage) forgets it, and that is all. */
export function kept(storage: Storage, key: string) {
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
