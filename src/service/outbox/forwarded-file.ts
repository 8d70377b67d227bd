import type { Tx } from '#store/store.ts'
import type { Ctx } from '../shared/context.ts'
import type { ForwardedLine } from '../shared/ports.ts'
import { refOf } from './ticket-message.ts'

const part = 500

export function eraseForwardedLines(ctx: Ctx): Promise<number> {
  return ctx.forwardedFile.blank(async (lines) => {
    const chosen: ForwardedLine[] = []
    for (let i = 0; i < lines.length; i += part)
      chosen.push(...(await ctx.store.read((tx) => erasedLines(tx, lines.slice(i, i + part)))))
    return chosen
  })
}

async function erasedLines(tx: Tx, lines: readonly ForwardedLine[]): Promise<ForwardedLine[]> {
  const instance = await tx.remotes.instance()
  const ticketOf = ({ event, ref, ticket }: ForwardedLine): number => {
    const named = String(event === 'ticket' ? ref : ticket)
    const id = Number(named.slice(named.lastIndexOf('-') + 1))
    return Number.isSafeInteger(id) && refOf(instance, id) === named ? id : 0
  }
  const ours = lines.flatMap((line) => (ticketOf(line) > 0 ? [{ line, id: ticketOf(line) }] : []))
  const ids = [...new Set(ours.map(({ id }) => id))]
  const scrubbed = await tx.tickets.scrubbedAmong(ids)
  const blank = await tx.notes.emptyAmong(ours.flatMap(({ line }) => line.note ?? []))
  // Earlier versions did not write the note of a comment. If any comment on the ticket was erased, all such lines are
  // erased.
  const unnamed = ours.flatMap(({ line, id }) => (isUnnamed(line) ? [id] : []))
  const blankOn = await tx.notes.ticketsWithEmpty([...new Set(unnamed)])
  return ours.flatMap(({ line, id }) => {
    const gone =
      line.event === 'ticket' || isUnnamed(line) ? scrubbed.has(id) || blankOn.has(id) : blank.has(line.note ?? 0)
    return gone ? [line] : []
  })
}

const isUnnamed = ({ event, note }: ForwardedLine) => event === 'comment' && note === undefined
