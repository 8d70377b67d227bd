import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, resolve } from 'node:path'

/** The changes of this process to the file system that a power cut could undo now. */
export interface Unsynced extends Disposable {
  list(): string[]
}

/**
 * Records names that were created or removed since the last sync of their folder, and files that were written since their last sync. All calls
 * pass through to the disk. Writes of SQLite itself are not recorded.
 */
export function recordUnsynced(): Unsynced {
  const names = new Set<string>()
  const bytes = new Set<string>()
  const named = (path: string) => names.add(resolve(path))
  const written = (path: string) => bytes.add(resolve(path))
  const renamed = (from: string, to: string) => {
    for (const path of [from, to]) named(path)
    if (bytes.delete(resolve(from))) written(to)
  }
  const synced = (path: string) => {
    bytes.delete(resolve(path))
    for (const name of names) if (dirname(name) === resolve(path)) names.delete(name)
  }
  /** The folders that a call makes are those that were not there before it. */
  const missingAbove = (path: string): string[] =>
    fs.existsSync(path) ? [] : [...missingAbove(dirname(path)), resolve(path)]

  /** The effect of each call on the records. */
  const effects: Record<string, (path: string, other: string) => () => void> = {
    mkdir(path) {
      const missing = missingAbove(path)
      return () => missing.filter((one) => fs.existsSync(one)).forEach(named)
    },
    rename: (from, to) => () => renamed(from, to),
    link: (_from, to) => () => named(to),
    copyFile: (_from, to) => () => {
      named(to)
      written(to)
    },
    writeFile: (path) => () => {
      named(path)
      written(path)
    },
    rm(path) {
      const there = fs.existsSync(path)
      return () => void (there && named(path))
    },
  }
  // biome-ignore lint/suspicious/noExplicitAny: functions of every shape pass through
  type Any = any
  const originals: (() => void)[] = []
  const replace = (on: Any, name: string, make: (original: Any) => Any) => {
    const original = on[name]
    on[name] = make(original)
    originals.push(() => {
      on[name] = original
    })
  }
  for (const [name, effect] of Object.entries(effects)) {
    replace(fs.promises, name, (original) => async (...args: Any[]) => {
      const happened = effect(String(args[0]), String(args[1]))
      const answer = await original(...args)
      happened()
      return answer
    })
    replace(fs, `${name}Sync`, (original) => (...args: Any[]) => {
      const happened = effect(String(args[0]), String(args[1]))
      const answer = original(...args)
      happened()
      return answer
    })
  }
  replace(fs.promises, 'open', (original) => async (path: string, ...rest: Any[]) => {
    const there = fs.existsSync(path)
    const handle = await original(path, ...rest)
    if (!there) named(path)
    for (const name of ['write', 'writeFile']) {
      replace(handle, name, (write) => (...args: Any[]) => {
        written(path)
        return write.apply(handle, args)
      })
    }
    replace(handle, 'sync', (sync) => async () => {
      await sync.call(handle)
      synced(path)
    })
    return handle
  })
  syncBuiltinESMExports()
  return {
    list: () => [...names, ...bytes],
    [Symbol.dispose]() {
      for (const restore of originals.reverse()) restore()
      syncBuiltinESMExports()
    },
  }
}
