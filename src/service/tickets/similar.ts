import type { Static } from 'typebox'
import { Refusal } from '#contract/errors.ts'
import type { Contract } from '#contract/index.ts'
import { allSettledOrThrow } from '#kit/all-settled.ts'
import { textNgrams } from '#kit/ngrams.ts'
import { isMergeAllowed } from '#rules/policy.ts'
import { guessDevice, mentionsBrand } from '#rules/tickets/categories.ts'
import { mergeObstacle } from '#rules/tickets/merging.ts'
import { isTicketOpen } from '#rules/tickets/open.ts'
import {
  comparableText,
  type DeviceDescription,
  descriptionWords,
  deviceKey,
  duplicateReason,
  faultsIn,
  modelParts,
  rankBySimilarity,
  type SimilarityQuery,
} from '#rules/tickets/similar.ts'
import { comparableContact, visibleText } from '#rules/visibility.ts'
import type { Tx } from '#store/store.ts'
import { blockSize } from '#store/tickets/search-index.ts'
import { scoresOf, topScored } from '#store/tickets/search-scores.ts'
import type { Ticket } from '#store/tickets/tickets.ts'
import type { MemberActor } from '../shared/actor.ts'
import { type Ctx, timeText } from '../shared/context.ts'
import { avatarUrl } from '../shared/media-urls.ts'
import { assertMay, followMerges, relationsTo, ticketFacts, ticketState, viewerOf } from '../shared/ticket-access.ts'
import { phoneGrams } from './search-text.ts'

type Similar = Static<Contract['tickets']['similar']['output']>

/** The numbers of shown and of compared tickets. */
const most = 5
const lookedAt = 40
/** Among this many with a similar model, unfinished ones may be duplicates. */
const lookedThrough = 128
/** The numbers of newest blocks to read, for rare grams of a model and for common grams. */
const manyBlocks = 128
const fewBlocks = 16
const maxGrams = 20

async function finishedAlike(ctx: Ctx, tx: Tx, ticket: Ticket, ids: readonly number[]): Promise<Similar['list']> {
  // Reads workers of all candidates at once: a second query for the shown ones would take longer.
  const [some, workers] = await allSettledOrThrow([tx.similarTickets.finished(ids), tx.tickets.workersOf(ids)])
  return rankBySimilarity(comparisonOf(ticket), some, most).map((one) => ({
    id: one.id,
    device: one.device,
    deviceModel: one.device_model,
    description: one.description,
    status: one.status,
    finishedTime: timeText(ctx, one.finished_at ?? 0),
    outcome: one.outcome,
    brand: one.brand,
    remedy: one.remedy,
    workers: (workers.get(one.id) ?? []).map(({ id, name, avatar }) => ({
      id,
      name,
      avatar: avatarUrl(ctx.publicUrl, avatar),
    })),
  }))
}

async function duplicates(
  ctx: Ctx,
  tx: Tx,
  actor: MemberActor,
  ticket: Ticket,
  ids: readonly number[],
): Promise<Similar['duplicates']> {
  if (!isTicketOpen(ticketState(ticket))) return []
  const all = [...ids, ticket.id]
  const [found, workers] = await allSettledOrThrow([tx.similarTickets.unfinished(all), tx.tickets.workersOf(all)])
  const rows = found.map((row) => ({ ...row, workers: workers.get(row.id) ?? [] }))
  const situation = ctx.settings.current()
  // Uses phones as the actor sees them, so that a match confirms no masked phone.
  const shown = (row: (typeof rows)[number]) => ({
    ...row,
    phone: visibleText('phone', row.phone, relationsTo(actor, row), situation),
  })
  const mails = new Map(
    (await tx.notify.people(rows.map((row) => row.person_id))).map((one) => [one.personId, one.mail]),
  )
  const sideOf = (row: (typeof rows)[number]) => ({
    id: row.id,
    mergedInto: row.merged_into,
    open: true,
    person: row.person_id,
    account: row.account === 1,
    here: row.here === 1,
    ...comparableContact(
      relationsTo(actor, row),
      { phone: row.phone, mail: mails.get(row.person_id) ?? '' },
      situation,
    ),
  })
  const own = rows.find(({ id }) => id === ticket.id)
  const joinable = (row: (typeof rows)[number]) =>
    own !== undefined &&
    isMergeAllowed(viewerOf(actor), ticketFacts(row), ticketFacts(own)) &&
    mergeObstacle(sideOf(row), sideOf(own)) === undefined
  return rows
    .flatMap((row) => {
      const why = row.id === ticket.id || !own ? undefined : duplicateReason(shown(own), shown(row))
      return why ? [{ row, why }] : []
    })
    .toSorted((a, b) => Number(a.why === 'device') - Number(b.why === 'device'))
    .slice(0, most)
    .map(({ row, why }) => ({
      id: row.id,
      device: row.device,
      deviceModel: row.device_model,
      status: row.status,
      createdTime: timeText(ctx, row.created_at),
      why,
      joinable: joinable(row),
    }))
}

export function findSimilar(ctx: Ctx, actor: MemberActor, asked: number): Promise<Similar> {
  return ctx.store.read(async (tx) => {
    // Reads unindexed tickets before the index.
    const [unindexed, found, last] = await allSettledOrThrow([
      tx.ticketQueues.unindexed(),
      tx.tickets.find(asked),
      tx.searchIndex.highestBlock(),
    ])
    if (!found) throw new Refusal('ticket_not_found', { id: asked })
    const ticket = await followMerges(tx, found)
    assertMay(actor, 'see', asked, ticket)
    const [weights, phone] = [weightsOf(ticket), phoneGrams(ticket.phone)]
    const [ofModel, ofRest, theirs] = await allSettledOrThrow([
      tx.searchIndex.newest([...weights.model.keys(), ...phone], last + 1, manyBlocks),
      tx.searchIndex.newest([...weights.rest.keys()], last + 1, fewBlocks),
      tx.similarTickets.openOf(ticket.person_id, most + 1),
    ])
    const tickets = (last + 1) * blockSize
    const model = scoresOf(ofModel.found, weights.model, tickets)
    // Tickets that match only in the model keep that score.
    const all = scoresOf(ofRest.found, weights.rest, tickets, model)
    const called = topScored(scoresOf(ofModel.found, new Map(phone.map((gram) => [gram, 1])), tickets), lookedAt)
    const byModel = topScored(model, lookedThrough)
    const newest = unindexed.toSorted((a, b) => b - a).slice(0, lookedAt)
    const alike = new Set([...byModel.slice(0, lookedAt), ...topScored(all, lookedAt), ...newest])
    alike.delete(ticket.id)
    const [list, same] = await allSettledOrThrow([
      finishedAlike(ctx, tx, ticket, [...alike]),
      duplicates(ctx, tx, actor, ticket, [...byModel, ...called, ...theirs, ...newest]),
    ])
    return { list, duplicates: same }
  })
}

function comparisonOf(ticket: DeviceDescription): SimilarityQuery {
  const guess = guessDevice(ticket.device, ticket.device_model)
  const brand = ticket.brand || guess.brand
  const [maker = ''] = modelParts(ticket.device_model)
  const isOfBrand = (other: DeviceDescription) => {
    if (brand === '') return maker.length > 1 && modelParts(other.device_model)[0] === maker
    return other.brand === ''
      ? mentionsBrand(brand, `${other.device} ${other.device_model}`)
      : comparableText(other.brand) === comparableText(brand)
  }
  const category = ticket.category || guess.category
  const device = deviceKey(ticket.device)
  const isOfKind = (other: DeviceDescription) =>
    deviceKey(other.device) === device ||
    (category > 0 && category === (other.category || guessDevice(other.device, other.device_model).category))
  return { model: modelParts(ticket.device_model), faults: faultsIn(ticket.description), isOfKind, isOfBrand }
}

interface Weights {
  readonly model: ReadonlyMap<string, number>
  readonly rest: ReadonlyMap<string, number>
}

function weightsOf({ device, device_model, description }: DeviceDescription): Weights {
  const runs = modelParts(device_model)
  const joined = runs.join('')
  const forms = [
    comparableText(device_model),
    joined,
    runs.join(' '),
    runs.join('-'),
    wide(joined),
    wide(joined.toUpperCase()),
  ]
  const model = [...textNgrams(forms.join('\n'))].filter((gram) => [...gram].length > 1)
  const numbered = model.filter((gram) => /\p{Nd}/u.test(gram))
  const each = (grams: readonly string[], most: number, weight: number) =>
    grams.slice(0, most).map((gram) => [gram, weight] as const)
  const faults = [...new Set(descriptionWords(description).flatMap(gramsToAsk))]
  return {
    model: new Map(each(numbered.length > 0 ? numbered : model, maxGrams, 3)),
    rest: new Map([faults, gramsToAsk(device), gramsToAsk(runs[0] ?? '')].flatMap((grams) => each(grams, maxGrams, 1))),
  }
}

/** The first and last whole gram of a word: few other words have both. */
function gramsToAsk(word: string): string[] {
  const grams = [...textNgrams(word)].filter((gram) => [...gram].length > (/^[\x20-\x7e]/.test(gram) ? 2 : 1))
  return [...new Set([...grams.slice(0, 1), ...grams.slice(-1)])]
}

/** Full-width letters, as Chinese keyboards write them. */
const wide = (text: string) => text.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
