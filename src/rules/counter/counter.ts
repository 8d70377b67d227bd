import { ticketTypes } from '#contract/codes.ts'
import type { VisitState } from '#contract/counter/counter.ts'
import { Refusal } from '#contract/errors.ts'
import type { Settings, TicketKind } from '#contract/team/settings.ts'
import { day } from '#kit/time.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * The letter for the numbers of a kind: the two types come first, then the team's own kinds. All kinds beyond Z share
 * it.
 */
export function letterOf(kinds: readonly TicketKind[], { type, kind }: { type: number; kind: number | null }): string {
  const types = Object.values(ticketTypes)
  const own = kinds.findIndex(({ id }) => id === kind)
  const place = own < 0 ? type : types.length + own
  return letters.charAt(Math.min(place, letters.length - 1))
}

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

/** True if this changes the visit. Calling a visitor again is a change, so that the board shows the call again. */
export function moveVisit(visit: { readonly state: VisitState; readonly open: number }, to: VisitState): boolean {
  const from = visitStateOf(visit)
  if (from === to && to !== 'called') return false
  if (!visitMoves[from].includes(to) || visit.open === 0) throw new Refusal('visit_over')
  return true
}

type RetentionSettings = Pick<Settings, 'receiptDays' | 'retentionDays'>

/** How long a receipt outlives its ticket. It never outlives the personal data that it shows. */
export const receiptLife = ({ receiptDays, retentionDays }: RetentionSettings) =>
  Math.min(receiptDays, retentionDays) * day

/** The end of a ticket's receipt. While the ticket is open, the receipt has no end. */
export function receiptEnd(
  { open, ended_at }: { readonly open: number; readonly ended_at: number | null },
  lives: RetentionSettings,
): number | undefined {
  if (open === 1 || ended_at === null) return undefined
  return ended_at + receiptLife(lives)
}

/**
 * True if a secret can come from a random source. Nearly all of 32 random bytes differ, and so do the steps between
 * them. If fewer than half differ, the secret follows a pattern that can be guessed.
 */
export function looksRandom(secret: string): boolean {
  const bytes = [...Uint8Array.fromBase64(secret, { alphabet: 'base64url' })]
  const steps = bytes.slice(1).map((byte, i) => (byte - (bytes[i] ?? 0)) & 0xff)
  return new Set(bytes).size >= enoughBytes && new Set(steps).size >= enoughBytes
}
const enoughBytes = 16
