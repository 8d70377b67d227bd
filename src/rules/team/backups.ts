/** How much a database contains. */
export interface BackupContent {
  /** How often a backup had been restored: what came after that has the smaller numbers of an older log. */
  readonly generation: number
  /** The number of the last entry in the operation log. */
  readonly lastEntry: number
}

/** A nightly backup. Its date is what some clock said: what it contains tells which of two is later. */
export interface NightlyBackup {
  readonly name: string
  readonly date: string
  /** Nothing where it cannot be read. */
  readonly content: BackupContent | undefined
}

/** This many are kept regardless of their age. */
const least = 3

/** Sorts by content, the newest last. Unreadable backups come first. */
export function sortedByContent(all: readonly NightlyBackup[]): NightlyBackup[] {
  return all.toSorted((a, b) => compare(a, b) || (a.name < b.name ? -1 : 1))
}

function compare({ content: a }: NightlyBackup, { content: b }: NightlyBackup): number {
  if (!a || !b) return Number(a !== undefined) - Number(b !== undefined)
  return a.generation - b.generation || a.lastEntry - b.lastEntry
}

/** True if tonight's backup exists. A backup of this date that is behind another was named by a wrong clock. */
export function hasBackupOf(all: readonly NightlyBackup[], tonight: string): boolean {
  const newest = sortedByContent(all).at(-1)
  return newest !== undefined && all.some((one) => one.date === tonight && compare(one, newest) === 0)
}

/** The names of the backups from `oldest` or before. A backup from the future counts as old as the next one that is not. */
export function expiredBackups(all: readonly NightlyBackup[], today: string, oldest: string): Set<string> {
  const ordered = sortedByContent(all)
  const kept = ordered.filter(({ content }) => content).slice(-least)
  let next = today
  const old = ordered.toReversed().filter((one) => {
    if (one.date <= today) next = one.date
    return next <= oldest && !kept.includes(one)
  })
  return new Set(old.map(({ name }) => name))
}
