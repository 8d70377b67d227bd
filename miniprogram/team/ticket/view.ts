import { mayReceive } from '#client/custody.ts'
import { isLeftHere, may, nextStatuses, type TicketInfo } from '#client/ticket.ts'
import { closingWords } from '#client/words/closing.ts'
import { custodyWords } from '#client/words/custody.ts'
import { accessories, statuses, statusMeaning } from '#contract/codes.ts'
import { language, textsOf } from '../../lib/language.ts'
import { dateTime } from '../../lib/time.ts'
import { moveSteps } from './moves.ts'
import { memberTicketWords } from './words.ts'

type NameOf = (table: 'status' | 'accessory', code: number) => string

/** What the page shows of the device, its owner, and where it is. */
export function deviceView(ticket: TicketInfo, name: NameOf, clock: string) {
  const words = textsOf(memberTicketWords)
  const custody = textsOf(custodyWords)
  const time = (timestamp: string) => dateTime(timestamp, language.current(), clock)
  const { phone, status } = ticket
  const { holding, mail = '', filedBy = '', number = '' } = ticket.custody ?? {}
  const brought = ticket.accessories.map((code) => name('accessory', code)).join(' · ')
  const remedyName = textsOf(closingWords).remedy[statusMeaning(status).repaired ? 'repaired' : 'unrepaired']
  return {
    status: name('status', status),
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
    since: holding ? `${custody.since} ${time(holding.since)}` : '',
  }
}

/** The accessories to tick when a device is received. Clients may have codes of their own. */
export function accessoryChoices(ticket: TicketInfo, name: NameOf) {
  const codes = [...new Set<number>([...Object.values(accessories), ...ticket.accessories])]
  return codes.map((code) => ({
    code,
    name: name('accessory', code),
    chosen: ticket.accessories.includes(code),
  }))
}

/** What can be done with the ticket next. */
export function movesView(ticket: TicketInfo, name: NameOf) {
  const words = textsOf(memberTicketWords)
  const { phase } = statusMeaning(ticket.status)
  const { likely, rest } = moveSteps(ticket, name)
  const standing = () => {
    if (ticket.isConfirmed) return words.givenBack
    if (phase === 'closed') return isLeftHere(ticket) ? words.closedHere : words.closed
    return likely?.do === 'pick' ? words.claimAbout : ''
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

/** Who works on the ticket, for the member with this id. */
export function workerLines(
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
