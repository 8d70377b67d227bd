import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeDurably } from '#store/durable-files.ts'

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
      else if (code !== earlier) await writeDurably(file, `${code}\n`)
      return code
    },
    /** Removes the code of a team that has an administrator by now, who may have come in through another node. */
    async tidy(isNeeded: () => Promise<boolean>): Promise<void> {
      if (read() !== undefined && !(await isNeeded())) this.remove()
    },
    remove(): void {
      rmSync(file, { force: true })
    },
  }
}

export type AdminCodeFile = ReturnType<typeof adminCodeFile>
