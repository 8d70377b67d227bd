import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { localDate, zoned } from '#kit/time.ts'
import { backup } from './backup.ts'

const nightly = /^fettle-(\d{4}-\d{2}-\d{2})\.db$/
const unfinished = /^fettle-\d{4}-\d{2}-\d{2}\.db\.partial/
/** When the night's work is done, by the team's clock. */
export const nightHour = 3

/** The newest nightly backup, for the message that tells how to get it back. */
export function latestBackup(dir: string): string | undefined {
  if (!existsSync(dir)) return undefined
  const name = readdirSync(dir)
    .filter((entry) => nightly.test(entry))
    .sort()
    .at(-1)
  return name && join(dir, name)
}

/**
 * Takes the backup of this night, once it is past three in the team's zone and there is none yet, and removes those
 * that are too old. Answers the file it wrote. Called now and then; called again it does nothing.
 */
export async function backupNightly(
  file: string,
  { dir, keepDays }: { dir: string; keepDays: number },
  now: number,
  zone: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const target = join(dir, `fettle-${localDate(now, zone)}.db`)
  if (zoned(now, zone).hour < nightHour || existsSync(target)) return undefined
  await backup(file, target, { signal })
  const oldest = zoned(now, zone).toPlainDate().subtract({ days: keepDays }).toString()
  for (const name of readdirSync(dir)) {
    const [, made] = nightly.exec(name) ?? []
    // What a kill left unfinished goes too: whoever made it is dead, the data folder has one service.
    if (unfinished.test(name) || (made !== undefined && made <= oldest)) rmSync(join(dir, name), { force: true })
  }
  return target
}
