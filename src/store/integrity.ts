import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isBusy } from './sqlite-connection.ts'

/** Whether somebody may be writing the file: a backup at rest is opened without leaving anything beside it. */
export type State = 'live' | 'unchanging'

/** The address under which SQLite takes a file as it is, log or no log. */
export function unchanging(file: string): URL {
  const url = pathToFileURL(file)
  url.searchParams.set('immutable', '1')
  return url
}

const patienceMs = 5000

/** What `pragma quick_check` finds first, or nothing. Overwritten pages open without complaint: only this sees them. */
export function findDamage(file: string, state: State = 'live'): string | undefined {
  try {
    const db = new DatabaseSync(state === 'live' ? file : unchanging(file), { readOnly: true, timeout: patienceMs })
    try {
      const found = Object.values(db.prepare('pragma quick_check(1)').get() ?? {})[0]
      return found === 'ok' ? undefined : String(found)
    } finally {
      db.close()
    }
  } catch (error) {
    // Somebody else is opening or repairing it just now, which says nothing of its pages.
    return isBusy(error) ? undefined : String(error)
  }
}

/**
 * The same in a process of its own, beside the running service: a thread would do, but leaves its memory with the service
 * for good.
 */
export function findDamageBeside(
  file: string,
  state: State = 'live',
): { result: Promise<string | undefined>; stop: () => Promise<unknown> } {
  const program = fileURLToPath(new URL('./integrity-beside.ts', import.meta.url))
  // Loaded here, when the start is over.
  const { spawn } = process.getBuiltinModule('node:child_process')
  const child = spawn(process.execPath, [program, file, state], { stdio: ['ignore', 'pipe', 'ignore'], env: {} })
  const said: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => said.push(part))
  let stopped = false
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('close', resolve)
  })
  const result = ended.then((code) => {
    if (stopped) return undefined
    return code === 0 ? Buffer.concat(said).toString('utf8') || undefined : 'the check ended before it was done'
  })
  const stop = () => {
    stopped = true
    child.kill('SIGKILL') // a process that was stopped hears nothing else
    return ended
  }
  return { result, stop }
}

const mark = (file: string) => `${file}.check`

/** Asks the next start to look at the whole database before it serves. */
export function askForCheck(file: string): void {
  writeFileSync(mark(file), '', { mode: 0o600 })
}

/** A clean stop leaves no write-ahead log behind; one that is there means a crash. A restore asks for the check itself. */
export function needsCheck(file: string): boolean {
  return existsSync(mark(file)) || (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
}

export function checked(file: string): void {
  rmSync(mark(file), { force: true })
}
