import { ticketTypes } from '#contract/codes.ts'
import type { VisitState } from '#contract/counter/counter.ts'
import { Refusal } from '#contract/errors.ts'
import type { Settings, TicketKind } from '#contract/team/settings.ts'
import { day } from '#kit/time.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Which letter the numbers of a kind have: the two types first, then the team's own kinds in their order. Beyond Z they share it. */
export function letterOf(kinds: readonly TicketKind[], { type, kind }: { type: number; kind: number | null }): string {
  const types = Object.values(ticketTypes)
  const own = kinds.findIndex(({ id }) => id === kind)
  const place = own < 0 ? type : types.length + own
  return letters.charAt(Math.min(place, letters.length - 1))
}

/** A number as it is on paper, on the board and on the page. */
export const queueNumber = (letter: string, count: number) => `${letter}${String(count).padStart(2, '0')}`

/** A visit ends with its ticket, unless the visitor was served. */
export const visitStateOf = ({ state, open }: { readonly state: VisitState; readonly open: number }): VisitState =>
  open === 0 && state !== 'served' ? 'gone' : state

const visitMoves: Readonly<Record<VisitState, readonly VisitState[]>> = {
  waiting: ['called', 'served', 'skipped', 'gone'],
  called: ['called', 'waiting', 'served', 'skipped', 'gone'],
  skipped: ['called', 'waiting', 'served', 'gone'],
  gone: ['waiting'],
  served: [],
}

/** True if this changes the visit; refuses forbidden changes. Calling a visitor again counts as a change, so they are told again. */
export function moveVisit(visit: { readonly state: VisitState; readonly open: number }, to: VisitState): boolean {
  const from = visitStateOf(visit)
  if (from === to && to !== 'called') return false
  if (!visitMoves[from].includes(to) || visit.open === 0) throw new Refusal('visit_over')
  return true
}

type Lives = Pick<Settings, 'receiptDays' | 'retentionDays'>

/** For so long a receipt outlives its ticket; not the personal data that it shows. */
export const receiptLife = ({ receiptDays, retentionDays }: Lives) => Math.min(receiptDays, retentionDays) * day

/** When the receipt of a ticket ends; not while the ticket is open. */
export function receiptEnd(
  { open, ended_at }: { readonly open: number; readonly ended_at: number | null },
  lives: Lives,
): number | undefined {
  if (open === 1 || ended_at === null) return undefined
  return ended_at + receiptLife(lives)
}

/**
 * Whether the secret of a receipt may come from a random source. Of 32 random bytes nearly all differ, and so do the steps from each to the
 * next: fewer than half is a pattern that can be guessed, and does not happen by chance.
 */
export function looksRandom(secret: string): boolean {
  const bytes = [...Uint8Array.fromBase64(secret, { alphabet: 'base64url' })]
  const steps = bytes.slice(1).map((byte, i) => (byte - (bytes[i] ?? 0)) & 0xff)
  return new Set(bytes).size >= enoughBytes && new Set(steps).size >= enoughBytes
}
const enoughBytes = 16
