import type { Output } from '#contract/endpoint.ts'
import type { Contract } from '#contract/index.ts'
import { compareStock, readScan } from '#rules/counter/custody.ts'
import type { StocktakeRow } from '#store/counter/stocktakes.ts'
import type { MemberActor } from '../shared/actor.ts'
import { type Ctx, timeText } from '../shared/context.ts'
import { type PageInput, pageOf } from '../shared/paging.ts'

type Custody = Contract['custody']
type Stocktake = Output<Custody['stocktake']>
type Result = Pick<Stocktake, 'there' | 'missing' | 'stray'>

function present(ctx: Ctx, { id, at, by, shelf, result }: StocktakeRow): Stocktake {
  return {
    id,
    createdTime: timeText(ctx, at),
    by,
    shelf,
    ...(JSON.parse(result) as Result), // only this file writes it
  }
}

export async function takeStock(ctx: Ctx, actor: MemberActor, scans: readonly string[], shelf = '') {
  const scanned = scans.map((text) => ({ text, scan: readScan(text, ctx.publicUrl) }))
  const tagged = scanned.flatMap(({ scan }) => (scan && 'tag' in scan ? [scan.tag] : []))
  const numbers = scanned.flatMap(({ scan }) => (scan && 'ticket' in scan ? [scan.ticket] : []))
  return ctx.store.change(async (tx) => {
    // A scanned ticket may have been merged since.
    const ends = await tx.ticketMerges.finalTickets(numbers)
    const read = scanned.map(({ text, scan }) => ({
      text,
      scan: scan && 'ticket' in scan ? { ticket: ends.get(scan.ticket) ?? scan.ticket } : scan,
    }))
    const numbered = numbers.map((id) => ends.get(id) ?? id)
    const tags = await tx.stocktakes.ticketsOfTags(tagged)
    const known = [...numbered, ...[...tags.values()].filter((ticket) => ticket !== null)]
    const tickets = await tx.stocktakes.returnedTickets(known)
    const compared = compareStock(read, { kept: await tx.stocktakes.heldDevices(), tags, tickets }, shelf)
    const missing = compared.missing.map(({ id, device, shelf }) => ({ id, device, shelf }))
    const at = ctx.now()
    const result = JSON.stringify({ ...compared, missing } satisfies Result)
    const row = { at, member_id: actor.memberId, shelf, result }
    const id = await tx.stocktakes.add(row)
    const counts = { there: compared.there, missing: missing.length, stray: compared.stray.length }
    const event = await tx.record({ kind: 'stocktake.done', by: actor, at, id, ...counts })
    const by = (await tx.members.find(actor.memberId))?.name ?? ''
    return { answer: present(ctx, { id, by, ...row }), events: [event] }
  })
}

export async function listStocktakes(ctx: Ctx, input: PageInput): Promise<Output<Custody['stocktakes']>> {
  const { offset, count } = pageOf(input)
  const { rows, total } = await ctx.store.read((tx) => tx.stocktakes.page(offset, count))
  return { list: rows.map((one) => present(ctx, one)), total }
}
