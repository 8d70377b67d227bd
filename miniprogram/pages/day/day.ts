import type { Holder } from '#client/booking-calls.ts'
import { inLanguages } from '#client/in-languages.ts'
import {
  dayLooks,
  hasFree,
  isBookable,
  mayHoldData,
  type OpenWave,
  openWaves,
  placesOf,
  spanText,
} from '#client/repair-days.ts'
import { repairDayWords } from '#client/words/repair-days.ts'
import type { Lang } from '#contract/languages.ts'
import type { OwnBooking, RepairDay } from '#contract/repair-days/day-fields.ts'
import {
  type BookingView,
  bookingCalls,
  bookingMethods,
  bookingView,
  ownBookings,
  whenText,
} from '../../lib/booking.ts'
import { kindNames, teamClock } from '../../lib/codes.ts'
import { askConsent, saveConsent, templatesToAsk } from '../../lib/consent.ts'
import { textsOf } from '../../lib/language.ts'
import { takePassedCode } from '../../lib/open.ts'
import { definePage, type InputEvent, loadPage, runAction, toast } from '../../lib/screen.ts'
import { api, ensureLoggedIn } from '../../lib/session.ts'

const ownWords = inLanguages({
  zh_CN: { answer: '请先回答上面的问题。' },
  en_US: { answer: 'Please answer the questions above first.' },
})
const words = (lang: Lang) => ({ ...repairDayWords(lang), ...ownWords(lang) })

/** A ticket of the user, or of a receipt. */
interface OwnTicket {
  readonly id: number
  readonly name: string
  readonly kind: number
  readonly holder: Holder
  readonly bookable: boolean
  readonly booking: OwnBooking | undefined
}

/** How many tickets of the user are looked at, the newest first. */
const newest = 50
const unanswered = -2
/** No device of the list. */
const noneListed = -1

definePage({
  words,
  data: {
    id: 0,
    receipt: '',
    day: null as RepairDay | null,
    view: null as ReturnType<typeof viewOf> | null,
    bookings: [] as BookingView[],
    tickets: [] as OwnTicket[],
    /** The tickets are known. */
    known: false,
    /** The form is open. */
    open: false,
    ticket: 0,
    listed: unanswered,
    backup: '',
    wave: 0,
    form: null as ReturnType<typeof formOf> | null,
    templates: [] as string[],
  },

  /** WeChat logs addresses, so a receipt is passed in memory. */
  onLoad({ id, ticket }: { id?: string; ticket?: string }) {
    this.setData({
      id: Number(id ?? 0),
      ticket: Number(ticket ?? 0),
      open: ticket !== undefined,
      receipt: takePassedCode('receipt')?.code ?? '',
    })
  },
  onShareAppMessage() {
    const { id, day } = this.data
    return { title: day?.title ?? '', path: `/pages/day/day?id=${id}` }
  },

  ask() {
    return loadPage(this, async (isNewest) => {
      const [day, kindName, clock] = await Promise.all([
        api.repairDays.info({ id: this.data.id }),
        kindNames(),
        teamClock(),
      ])
      if (!isNewest()) return
      wx.setNavigationBarTitle({ title: day.title })
      this.setData({ day, view: viewOf(day, clock, (kind) => kindName({ type: kind > 1 ? 0 : kind, kind })) })
      if (!isBookableDay(day)) return this.setData({ bookings: [], known: false, open: false })
      const own = await ownTickets(this.data)
      const booked = own.flatMap(({ booking, holder, name }) => (booking ? [{ booking, holder, device: name }] : []))
      const bookings = await Promise.all(booked.map((one) => bookingView(one, clock)))
      if (!isNewest()) return
      const tickets = own.filter(({ booking, bookable, kind }) => !booking && bookable && day.kinds.includes(kind))
      const chosen = tickets.find(({ id }) => id === this.data.ticket)
      this.setData({
        bookings,
        tickets,
        known: true,
        open: this.data.open || bookings.length === 0,
        ticket: chosen?.id ?? tickets[0]?.id ?? 0,
        ...(day.refused.length === 0 && { listed: noneListed }),
      })
      this.refresh(clock)
      const templates = await templatesToAsk('booking').catch(() => [])
      if (isNewest()) this.setData({ templates })
    })
  },
  refresh(clock: string) {
    const { day, tickets, ticket, wave } = this.data
    const kind = tickets.find(({ id }) => id === ticket)?.kind ?? 0
    if (day) this.setData({ form: formOf(day, kind, wave, clock) })
  },
  async choose({ currentTarget, detail }: InputEvent) {
    this.setData({ [currentTarget.dataset['name'] as string]: Number(detail.value), failed: '' })
    this.refresh(await teamClock())
  },
  answerBackup({ detail }: InputEvent) {
    this.setData({ backup: detail.value, failed: '' })
  },
  another() {
    this.setData({ open: true })
  },
  ...bookingMethods,

  /** What still keeps the owner from booking. */
  objection(): string {
    const { listed, backup, form } = this.data
    const texts = textsOf(words)
    if (listed === unanswered) return texts.answer
    if (listed !== noneListed) return form?.listed.find(({ value }) => value === listed)?.advice ?? ''
    if (!form?.asksBackup || backup === 'yes') return ''
    return backup === 'no' ? texts.backupFirst : texts.answer
  },
  async book() {
    const { id, tickets, ticket, wave, templates } = this.data
    const one = tickets.find((other) => other.id === ticket)
    if (!one) return
    const objection = this.objection()
    if (objection) {
      this.setData({ failed: objection })
      return
    }
    let said = ''
    const worked = await runAction(this, async () => {
      // WeChat allows the question only in a tap, so it comes first.
      const answers = await askConsent(templates)
      const { state } = await bookingCalls(one.holder).book(id, wave)
      said = state === 'booked' ? textsOf(words).booked : textsOf(words).queued
      await saveConsent(answers)
    })
    if (worked) this.setData({ open: false, ticket: 0 })
    await this.ask()
    if (worked) toast(said)
  },
})

const isBookableDay = ({ state, waves }: RepairDay) => state !== 'closed' && state !== 'cancelled' && waves.length > 0

/** The tickets of the user and of the receipt, with their bookings for the day. */
async function ownTickets({
  id: day,
  receipt,
}: {
  readonly id: number
  readonly receipt: string
}): Promise<OwnTicket[]> {
  const bookingOf = (list: readonly OwnBooking[], id: number) =>
    list.find((one) => one.day === day && one.ticket === id)
  await ensureLoggedIn()
  const [{ list }, mine] = await Promise.all([api.tickets.mine({ pageId: 1, count: newest }), ownBookings()])
  const own = list.map((ticket) => ownTicket(ticket, { ticket: ticket.id }, bookingOf(mine, ticket.id)))
  if (!receipt) return own
  const { ticket, bookings } = await api.receipts.info({ receipt })
  const others = own.filter(({ id }) => id !== ticket.id)
  return [ownTicket(ticket, { receipt }, bookingOf(bookings, ticket.id)), ...others]
}

type Ticket = Awaited<ReturnType<typeof api.tickets.mine>>['list'][number]
const ownTicket = (
  ticket: Pick<Ticket, 'id' | 'device' | 'deviceModel' | 'kind' | 'status' | 'isConfirmed'>,
  holder: Holder,
  booking: OwnBooking | undefined,
): OwnTicket => ({
  id: ticket.id,
  name: `${ticket.device} ${ticket.deviceModel}`.trim(),
  kind: ticket.kind,
  holder,
  bookable: isBookable(ticket),
  booking,
})

function viewOf(day: RepairDay, clock: string, kindName: (kind: number) => string) {
  const texts = textsOf(words)
  const { state, from, until, place, kinds, about, refused, waves } = day
  const isOver = state === 'closed' || state === 'cancelled'
  const placeText = ({ kind, free, waiting }: OpenWave['places'][number]) =>
    [
      kinds.length > 1 ? kindName(kind) : '',
      free > 0 ? texts.free(free) : texts.full,
      waiting > 0 ? texts.waiting(waiting) : '',
    ]
      .filter(Boolean)
      .join(' · ')
  return {
    title: day.title,
    chip: { ...dayLooks[state], text: texts.states[state] },
    over: state === 'closed' ? texts.over : state === 'cancelled' ? texts.cancelled : '',
    when: whenText({ from, until }, clock),
    place,
    kinds: kinds.map(kindName).join(' · '),
    about,
    refused: refused.map(({ what, where }) => ({ what, where: where && texts.goTo(where) })),
    bookable: isBookableDay(day),
    noWaves: !isOver && waves.length === 0,
    waves: isOver
      ? []
      : waves.map((wave) => ({ id: wave.id, name: spanText(wave), places: wave.places.map(placeText) })),
  }
}

/** The choices for a kind of device. */
function formOf({ waves, refused }: RepairDay, kind: number, wave: number, clock: string) {
  const texts = textsOf(words)
  const named = openWaves(waves, kind, clock).map((one) => {
    const { free = 0, waiting = 0 } = placesOf(one, kind) ?? {}
    const full = waiting > 0 ? `${texts.full} · ${texts.waiting(waiting)}` : texts.full
    return { id: one.id, name: `${spanText(one)} · ${free > 0 ? texts.free(free) : full}` }
  })
  return {
    asksBackup: mayHoldData(kind),
    waves: [{ id: 0, name: `${texts.any} · ${texts.anyAbout}` }, ...named],
    listed: [
      { value: noneListed, name: texts.noneListed, advice: '' },
      ...refused.map(({ what, where }, value) => ({
        value,
        name: what,
        advice: where ? texts.goTo(where) : texts.refusedAbout,
      })),
    ],
    send: hasFree(waves, kind, wave) ? texts.send : texts.sendWaiting,
  }
}
