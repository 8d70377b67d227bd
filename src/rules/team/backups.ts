import { day } from '#kit/time.ts'

export interface BackupContent {
  /** The number of restores so far: after one, the log continues with smaller numbers. */
  readonly generation: number
  readonly lastEntry: number
}

/** A nightly backup. Its date depends on some clock, so the content decides which of two is newer. */
export interface NightlyBackup {
  readonly name: string
  readonly date: string
  /** `undefined` if it cannot be read. */
  readonly content: BackupContent | undefined
}

const alwaysKept = 3

/** Sorts by content, the newest last. Unreadable backups come first. */
export function sortedByContent(all: readonly NightlyBackup[]): NightlyBackup[] {
  return all.toSorted((a, b) => compare(a, b) || (a.name < b.name ? -1 : 1))
}

function compare({ content: a }: NightlyBackup, { content: b }: NightlyBackup): number {
  if (!a || !b) return Number(a !== undefined) - Number(b !== undefined)
  return a.generation - b.generation || a.lastEntry - b.lastEntry
}

/** True if tonight's backup exists. If a backup of this date has less content than another, a wrong clock named it. */
export function hasBackupOf(all: readonly NightlyBackup[], tonight: string): boolean {
  const newest = sortedByContent(all).at(-1)
  return newest !== undefined && all.some((one) => one.date === tonight && compare(one, newest) === 0)
}

/** The backups from `oldest` or before. One from the future counts as old as the next that is not. */
export function expiredBackups(all: readonly NightlyBackup[], today: string, oldest: string): Set<string> {
  const ordered = sortedByContent(all)
  const kept = ordered.filter(({ content }) => content).slice(-alwaysKept)
  let next = today
  const old = ordered.toReversed().filter((one) => {
    if (one.date <= today) next = one.date
    return next <= oldest && !kept.includes(one)
  })
  return new Set(old.map(({ name }) => name))
}

export interface BackupTimes {
  readonly first: number
  readonly last: number
  readonly newest: number | undefined
}

/** True if changes are missing from the nightly backups. */
export function isBackupTooOld({ first, last, newest }: BackupTimes, now: number): boolean {
  if (newest === undefined) return now - first > 2 * day
  return last > newest && now - newest > 2 * day
}
