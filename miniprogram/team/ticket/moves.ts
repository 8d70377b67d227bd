import { iconOf } from '#client/chip.ts'
import type { IconName } from '#client/icons.ts'
import { type Likely, likelyNext, may, mayHandBack, nextStatuses, type TicketInfo } from '#client/ticket.ts'
import { deskTicketWords } from '#client/words/desk-ticket.ts'
import { statuses, statusMeaning } from '#contract/codes.ts'
import { textsOf } from '../../lib/language.ts'

export interface MoveStep {
  readonly key: string
  readonly do: Likely['do'] | 'cancel'
  readonly to: number
  readonly name: string
  readonly icon: IconName
}

type Names = (table: 'status', code: number) => string

/** For an older service the moves follow from the status. */
export function movesOf(ticket: TicketInfo): TicketInfo['moves'] {
  const told: TicketInfo['moves'] | undefined = ticket.moves
  if (told) return told
  const { phase, moves } = statusMeaning(ticket.status)
  if (ticket.isConfirmed) return []
  const updates = moves.map((status) => ({ action: 'update' as const, status }))
  return phase === 'unclaimed' ? [{ action: 'pick' }, ...updates] : [...updates, { action: 'retrieve' }]
}

export function moveSteps(ticket: TicketInfo, name: Names): { likely: MoveStep | null; rest: MoveStep[] } {
  const words = textsOf(deskTicketWords)
  const next = likelyNext(ticket)
  const likely = next ? stepFor(next, words) : null
  const back = likely?.do !== 'handBack' && mayHandBack(ticket)
  const rest: MoveStep[] = [
    ...nextStatuses(ticket).map((to) => ({
      ...{ key: `to ${to}`, do: 'move' as const, to },
      ...{ name: name('status', to), icon: iconOf(to) },
    })),
    ...(back ? [stepFor({ do: 'handBack' }, words)] : []),
    ...(may(ticket, 'cancel')
      ? [{ key: 'cancel', do: 'cancel' as const, to: 0, name: words.cancel, icon: 'cross' as const }]
      : []),
  ]
  return { likely, rest }
}

function stepFor(next: Likely, words: ReturnType<typeof deskTicketWords>): MoveStep {
  if (next.do === 'move') {
    const to = statuses[next.to]
    return { key: 'likely', do: 'move', to, name: words.likely[next.to], icon: iconOf(to) }
  }
  if (next.do === 'pick') return { key: 'pick', do: 'pick', to: 0, name: words.claim, icon: 'wrench' }
  return { key: 'handBack', do: 'handBack', to: 0, name: words.handBack, icon: 'home' }
}
