import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeDurably } from '#store/durable-files.ts'

/** Keeps the first administrator's code in a file that only its owner can read, until it is used. */
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
    /** Asks for the current code, given the one in the file, and writes it to the file. */
    async keep(current: (earlier: string | undefined) => Promise<string | undefined>): Promise<string | undefined> {
      const earlier = read()
      const code = await current(earlier)
      if (code === undefined) this.remove()
      else if (code !== earlier) await writeDurably(file, `${code}\n`)
      return code
    },
    /** Removes the file once the team has an administrator, also one who logged in at another node. */
    async removeUnless(isNeeded: () => Promise<boolean>): Promise<void> {
      if (read() !== undefined && !(await isNeeded())) this.remove()
    },
    remove(): void {
      rmSync(file, { force: true })
    },
  }
}

export type AdminCodeFile = ReturnType<typeof adminCodeFile>
