import type { LeavingWay } from '#contract/hours/hour-fields.ts'
import type { Settings } from '#contract/team/settings.ts'
import { wallClock } from '#kit/time.ts'
import { endBySigningOut, stayEnd } from '#rules/hours/signing.ts'
import type { Tx } from '#store/store.ts'

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

/** Returns the line as it was; `undefined` if the member was not signed in. */
export async function endStay(tx: Tx, memberId: number, how: LeavingWay, { signing }: Settings, at: number) {
  const [row] = await tx.hours.withoutEnd([memberId])
  if (!row) return undefined
  const end = endBySigningOut(row, how, at, signing.overtimeMinutes)
  await tx.hours.change([row.id], { left_at: end.at, left_how: end.how })
  // The shift before was to last until this one began. A member who leaves earlier ends it too.
  await tx.hours.cutShort(memberId, at)
  return row
}
