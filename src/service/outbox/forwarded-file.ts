import type { Store, Tx } from '#store/store.ts'
import type { ForwardedFile, ForwardedLine } from '../shared/ports.ts'
import { refOf } from './ticket-message.ts'

const part = 500

/**
 * What has had its end here has it in the file of forwarded tickets too. It goes by how things stand in the database, so that it
 * may come at any time and again: after a crash between the two, for lines that were being written meanwhile, for a file that was put back.
 */
export function forwardedFileService(store: Store, file: ForwardedFile) {
  return {
    tidy(): Promise<number> {
      return file.blank(async (lines) => {
        const chosen: ForwardedLine[] = []
        for (let i = 0; i < lines.length; i += part)
          chosen.push(...(await store.read((tx) => ended(tx, lines.slice(i, i + part)))))
        return chosen
      })
    },
  }
}

/** Those of the lines that tell of a ticket, or of a comment, that has had its end. */
async function ended(tx: Tx, lines: readonly ForwardedLine[]): Promise<ForwardedLine[]> {
  const instance = await tx.remotes.instance()
  const ticketOf = ({ event, ref, ticket }: ForwardedLine): number => {
    const named = String(event === 'ticket' ? ref : ticket)
    const id = Number(named.slice(named.lastIndexOf('-') + 1))
    return Number.isSafeInteger(id) && refOf(instance, id) === named ? id : 0
  }
  const ours = lines.flatMap((line) => (ticketOf(line) > 0 ? [{ line, id: ticketOf(line) }] : []))
  const ids = [...new Set(ours.map(({ id }) => id))]
  const scrubbed = await tx.tickets.scrubbedAmong(ids)
  const blank = await tx.notes.blankAmong(ours.flatMap(({ line }) => line.note ?? []))
  // Lines of earlier versions do not say which comment they tell: where one is gone, all of them go.
  const unnamed = ours.flatMap(({ line, id }) => (isUnnamed(line) ? [id] : []))
  const blankOn = await tx.notes.ticketsWithBlank([...new Set(unnamed)])
  return ours.flatMap(({ line, id }) => {
    const gone =
      line.event === 'ticket' || isUnnamed(line) ? scrubbed.has(id) || blankOn.has(id) : blank.has(line.note ?? 0)
    return gone ? [line] : []
  })
}

const isUnnamed = ({ event, note }: ForwardedLine) => event === 'comment' && note === undefined

export type ForwardedFileService = ReturnType<typeof forwardedFileService>
