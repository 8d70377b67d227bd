import type { LeavingWay } from '#contract/hours/hour-fields.ts'
import type { Settings } from '#contract/team/settings.ts'
import { wallClock } from '#kit/time.ts'
import { endBySigningOut, stayEnd } from '#rules/hours/signing.ts'
import type { Tx } from '#store/store.ts'

/** The members who are signed in, earliest first. */
export async function hereNow(tx: Tx, { signing, timeZone }: Settings, at: number) {
  const rows = (await tx.hours.withoutEnd()).filter((row) => stayEnd(row, at, signing.overtimeMinutes).at === null)
  return rows
    .sort((a, b) => (a.came_at ?? 0) - (b.came_at ?? 0) || a.id - b.id)
    .map((row) => ({
      member: row.member_id,
      name: row.name,
      shift: row.shift,
      since: wallClock(row.came_at ?? 0, timeZone),
    }))
}

/** Signs a member out now. Returns the line as it was; `undefined` if they were not signed in. */
export async function endStay(tx: Tx, memberId: number, how: LeavingWay, { signing }: Settings, at: number) {
  const [row] = await tx.hours.withoutEnd([memberId])
  if (!row) return undefined
  const end = endBySigningOut(row, how, at, signing.overtimeMinutes)
  await tx.hours.change([row.id], { left_at: end.at, left_how: end.how })
  // A member who leaves before this shift begins leaves the one before, which was to last until then.
  await tx.hours.cutShort(memberId, at)
  return row
}
