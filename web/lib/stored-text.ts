const typed = 'fettle.typed.'

/** A draft. It outlives an expired session and is deleted on logout. */
export const storedDraft = (storage: Storage, name: string) => storedText(storage, typed + name)

export function forgetDrafts(): void {
  for (const storage of [localStorage, sessionStorage])
    for (const key of Object.keys(storage)) if (key.startsWith(typed)) storedText(storage, key).set(undefined)
}

const writer = storedDraft(sessionStorage, 'by')

/** Deletes the drafts of another person in this tab. */
export function claimDrafts(person: string): void {
  if (writer.get() !== undefined && writer.get() !== person) forgetDrafts()
  writer.set(person)
}

/** A text in the browser's storage. Without storage (private windows, full disk) it is lost. */
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
