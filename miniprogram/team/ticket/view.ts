import { chipOf } from '#client/chip.ts'
import { mayReceive, type Ticks } from '#client/custody.ts'
import { inLanguages } from '#client/in-languages.ts'
import { isLeftHere, may, nextStatuses, type TicketInfo } from '#client/ticket.ts'
import { closingWords } from '#client/words/closing.ts'
import { custodyWords } from '#client/words/custody.ts'
import { deskTicketWords } from '#client/words/desk-ticket.ts'
import { outcomeWords } from '#client/words/outcomes.ts'
import { ticketWords } from '#client/words/ticket.ts'
import { accessories, categories, statuses, statusMeaning } from '#contract/codes.ts'
import { collectionProofs } from '#contract/counter/custody-fields.ts'
import type { Lang } from '#contract/languages.ts'
import { type Barrier, barriers } from '#contract/tickets/outcome-fields.ts'
import { outcomesAt } from '#rules/tickets/fitting-outcomes.ts'
import { codeNames, kindNames, teamClock } from '../../lib/codes.ts'
import { language, textsOf } from '../../lib/language.ts'
import { ifOlder } from '../../lib/older-service.ts'
import { api } from '../../lib/session.ts'
import { dateTime } from '../../lib/time.ts'
import { moveSteps } from './moves.ts'

const ownWords = inLanguages({
  zh_CN: { call: '打电话给报修人', unsaid: '未填写' },
  en_US: { call: 'Call the owner', unsaid: 'Not given' },
})
export const memberTicketWords = (lang: Lang) => ({ ...deskTicketWords(lang), ...ownWords(lang) })

type NameOf = Awaited<ReturnType<typeof codeNames>>

export const categoryCodes: readonly number[] = [0, ...Object.values(categories)]
export const barrierCodes: readonly (Barrier | '')[] = ['', ...barriers]

const joined = (parts: readonly string[]) => parts.filter(Boolean).join(' · ')

export type TicketView = Awaited<ReturnType<typeof viewOf>>
/** The ticket as the page shows it to the member with this id. */
export async function viewOf(ticket: TicketInfo, member: number) {
  const [name, kindName, clock, { list }] = await Promise.all([
    codeNames(),
    kindNames(),
    teamClock(),
    ifOlder(api.members.list(), () => ({ list: [] })),
  ])
  const { shownBy } = textsOf(custodyWords)
  return {
    clock,
    heading: `#${ticket.id} ${ticket.device}`,
    about: joined([kindName(ticket), ticket.deviceModel]),
    chip: chipOf(ticket, textsOf(ticketWords), (code) => name('status', code)),
    ...deviceView(ticket, name, clock),
    ...movesView(ticket, name),
    ...workerLines(ticket, name, member, list),
    accessoryChoices: accessoryChoices(ticket, name),
    shownNames: [shownBy[''], ...collectionProofs.map((one) => shownBy[one])],
  }
}

/** The device, its owner, and where it is. */
function deviceView(ticket: TicketInfo, name: NameOf, clock: string) {
  const words = textsOf(memberTicketWords)
  const custody = textsOf(custodyWords)
  const time = (timestamp: string) => dateTime(timestamp, language.current(), clock)
  const { phone, status } = ticket
  const { holding, mail = '', filedBy = '', number = '' } = ticket.custody ?? {}
  const brought = ticket.accessories.map((code) => name('accessory', code)).join(' · ')
  const remedyName = textsOf(closingWords).remedy[statusMeaning(status).repaired ? 'repaired' : 'unrepaired']
  return {
    description: ticket.description || words.noDescription,
    facts: [
      { name: words.owner, value: ticket.owner || words.noName },
      { name: words.phone, value: phone },
      { name: custody.mail, value: mail },
      { name: words.accessories, value: brought || words.noAccessories },
      { name: words.filed, value: time(ticket.createdTime) },
      { name: custody.filedBy, value: filedBy },
      { name: custody.number, value: number },
      { name: remedyName, value: ticket.remedy ?? '' },
    ].filter(({ value }) => value !== ''),
    phone: /^[\d+\- ]+$/.test(phone) ? phone.replace(/[- ]/g, '') : '',
    receivable: mayReceive(ticket),
    held: holding ? custody.at(holding.place, holding.shelf, holding.with) : '',
    since: holding ? custody.since(time(holding.since)) : '',
  }
}

/** The accessories to tick when a device is received. Clients may have codes of their own. */
function accessoryChoices(ticket: TicketInfo, name: NameOf) {
  const codes = [...new Set<number>([...Object.values(accessories), ...ticket.accessories])]
  return codes.map((code) => ({
    code,
    name: name('accessory', code),
    chosen: ticket.accessories.includes(code),
  }))
}

/** The possible next actions on the ticket. */
function movesView(ticket: TicketInfo, name: NameOf) {
  const words = textsOf(memberTicketWords)
  const { phase } = statusMeaning(ticket.status)
  const { likely, rest } = moveSteps(ticket, name)
  const standing = () => {
    if (ticket.isConfirmed) return words.givenBack
    if (phase === 'closed') return isLeftHere(ticket) ? words.closedHere : words.closed
    return ''
  }
  const isOthers = !likely && nextStatuses(ticket).length === 0 && phase === 'in_work' && !ticket.isConfirmed
  return {
    standing: standing(),
    likely,
    rest,
    mayUndo: may(ticket, 'unretrieve'),
    mayAskToJoin: isOthers,
    taken: words.othersTicket(ticket.workers.map((worker) => worker.name).join(words.and)),
  }
}

/** The workers of the ticket, as the member with this id sees them. */
function workerLines(
  ticket: TicketInfo,
  name: NameOf,
  member: number,
  members: readonly { readonly id: number; readonly name: string }[],
) {
  const words = textsOf(memberTicketWords)
  const { workers } = ticket
  const works = (id: number) => workers.some((worker) => worker.id === id)
  const isBusy = works(member) && !may(ticket, 'drop') && nextStatuses(ticket).includes(statuses.accepted)
  return {
    workers: workers.map((worker) => (worker.id === member ? words.me(worker.name) : worker.name)),
    drop: may(ticket, 'drop') ? (workers.length === 1 ? words.dropLast : words.drop) : '',
    cannotDrop: isBusy ? words.cannotDrop(name('status', statuses.accepted)) : '',
    mayAssign: may(ticket, 'assign'),
    colleagues: [{ id: 0, name: words.choose }, ...members.filter(({ id }) => !works(id))],
  }
}

export type StatusForm = ReturnType<typeof moveForm>
/** The form for the move to a status. */
export function moveForm(ticket: TicketInfo, to: number, name: NameOf) {
  const { move, unsaid } = textsOf(memberTicketWords)
  const { outcomes, barriers: barrierNames } = textsOf(outcomeWords)
  const { phase, repaired } = statusMeaning(to)
  // An older service has no outcome.
  const hasOutcome = (ticket.outcome as TicketInfo['outcome'] | undefined) !== undefined
  return {
    to,
    toName: move(name('status', to)),
    waits: to === statuses.waiting,
    hasOutcome,
    outcomes:
      phase === 'finished' && hasOutcome ? outcomesAt(to).map((value) => ({ value, name: outcomes[value] })) : [],
    remedyName: textsOf(closingWords).remedy[repaired ? 'repaired' : 'unrepaired'],
    categoryNames: categoryCodes.map((code) => (code === 0 ? unsaid : name('category', code))),
    barrierNames: barrierCodes.map((one) => (one ? barrierNames[one] : unsaid)),
  }
}

/** The device and its accessories, to tick off when they are handed back. */
export function checklist(device: string, accessoryCodes: number[], ticks: Ticks, received: boolean, name: NameOf) {
  const { missingWhich, reason } = textsOf(custodyWords)
  const names = [textsOf(memberTicketWords).itself(device), ...accessoryCodes.map((code) => name('accessory', code))]
  return names.map((thing, place) => {
    const tick = ticks[place]
    return {
      place,
      name: thing,
      ticked: tick === true,
      missing: typeof tick === 'string',
      reason: typeof tick === 'string' ? tick : '',
      mayMiss: received && place > 0,
      missingName: missingWhich(thing),
      reasonName: reason(thing),
    }
  })
}

/** Other open tickets of the same person or device, and earlier repairs of such a device. A failure shows none. */
export async function similarTickets(id: number) {
  const { list, duplicates } = await api.tickets.similar({ id }).catch(() => ({ list: [], duplicates: [] }))
  const { noRemedy, same, seen } = textsOf(closingWords)
  const name = await codeNames()
  const like = (one: Pick<TicketInfo, 'id' | 'device' | 'deviceModel'>, about: string) => ({
    id: one.id,
    title: `#${one.id} ${one.device}`,
    about: joined([one.deviceModel, about]),
  })
  const open = (why: keyof typeof same) => ({
    head: same[why],
    list: duplicates.filter((one) => one.why === why).map((one) => like(one, name('status', one.status))),
  })
  const before = list.map((one) =>
    like(one, joined([one.remedy || noRemedy, one.workers.map((worker) => worker.name).join(' · ')])),
  )
  return [open('person'), open('device'), { head: seen, list: before }].filter((group) => group.list.length > 0)
}
