import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The first administrator's code on disk, for whoever cannot scroll back: readable by its owner alone, gone once used. */
export function adminCodeFile(dataDir: string) {
  const file = join(dataDir, 'admin-code')
  const read = (): string | undefined => {
    try {
      return readFileSync(file, 'utf8').trim()
    } catch {
      return undefined
    }
  }
  return {
    /** Asks for the code that holds now, given the one written down, and leaves that on disk. */
    async keep(current: (earlier: string | undefined) => Promise<string | undefined>): Promise<string | undefined> {
      const earlier = read()
      const code = await current(earlier)
      if (code === undefined) this.remove()
      else if (code !== earlier) {
        mkdirSync(dataDir, { recursive: true })
        rmSync(file, { force: true })
        writeFileSync(file, `${code}\n`, { mode: 0o600 })
      }
      return code
    },
    remove(): void {
      rmSync(file, { force: true })
    },
  }
}
