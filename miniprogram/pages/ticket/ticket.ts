import { renderSVG } from 'uqr'
import { chipOf } from '#client/chip.ts'
import { filedPhotos } from '#client/filed-photos.ts'
import type { IconName } from '#client/icons.ts'
import { inLanguages } from '#client/in-languages.ts'
import { isOpen, sentenceFor } from '#client/progress.ts'
import { ownRecoveryText } from '#client/recovery.ts'
import { isBookable } from '#client/repair-days.ts'
import { isDone } from '#client/ticket.ts'
import { timeOfDay } from '#client/time.ts'
import { commonWords } from '#client/words/common.ts'
import { myTicketsWords } from '#client/words/my-tickets.ts'
import { outcomeWords } from '#client/words/outcomes.ts'
import { ownerWords } from '#client/words/owner.ts'
import { repairDayWords } from '#client/words/repair-days.ts'
import { ticketWords } from '#client/words/ticket.ts'
import { weekWords } from '#client/words/week.ts'
import { statuses, statusMeaning } from '#contract/codes.ts'
import { Failure } from '#contract/connect.ts'
import type { Lang } from '#contract/languages.ts'
import { textIn } from '#contract/languages.ts'
import type { OwnBooking } from '#contract/repair-days/day-fields.ts'
import { type BookingView, bookingMethods, bookingView, comingDays, ownBookings, whenText } from '../../lib/booking.ts'
import { checkingText } from '../../lib/checking.ts'
import { cachedTeam, codeNames, currentBoard, kindNames, teamClock } from '../../lib/codes.ts'
import { askConsent, saveConsent, templatesToAsk } from '../../lib/consent.ts'
import { UserError } from '../../lib/error-text.ts'
import { language, textsOf } from '../../lib/language.ts'
import { noteMethods } from '../../lib/note.ts'
import { ownerComment } from '../../lib/note-draft.ts'
import { passCode, takePassedCode } from '../../lib/open.ts'
import { dayPage, openPage } from '../../lib/open-page.ts'
import { type Photo, retryPhotos, uploadedPhoto } from '../../lib/photos.ts'
import { confirm, definePage, type InputEvent, loadPage, runAction, type TapEvent, toast } from '../../lib/screen.ts'
import { api, ensureLoggedIn } from '../../lib/session.ts'
import { dateTime, dayText } from '../../lib/time.ts'
import { setTyped } from '../../lib/typed-data.ts'

type OnReceipt = Awaited<ReturnType<typeof api.receipts.info>>
type Ticket = OnReceipt['ticket']
interface OfferedDay {
  readonly id: number
  readonly about: string
  readonly when: string
}
interface Opening {
  readonly place: string
  readonly when: string
}

const ownWords = inLanguages({
  zh_CN: {
    tell: '有消息时通知我',
    told: '好的，有消息就通知你。',
    mine: '这是我的',
    mineAbout: '这张工单还不属于任何账号。',
    adopted: '已归到你的名下。',
    collect: '取件码',
    collectAlt: '取件二维码',
    rate: '这次维修怎么样？',
    rateText: '想说的话（选填）',
    rateSend: '提交评价',
    thanks: '谢谢你的评价！',
    star: (count: number) => `${count} 星`,
    remedy: (text: string) => `处理：${text}`,
    outcome: (text: string) => `结果：${text}`,
    cut: '没有收到答复。写好的内容还在，再发一次也不会重复。',
  },
  en_US: {
    tell: 'Tell me when there is news',
    told: 'We will tell you when there is news.',
    mine: 'This is mine',
    mineAbout: 'This ticket does not belong to an account yet.',
    adopted: 'This ticket is now yours.',
    collect: 'Collect code',
    collectAlt: 'QR code for collecting',
    rate: 'How was this repair?',
    rateText: 'Tell us more (optional)',
    rateSend: 'Send the rating',
    thanks: 'Thank you!',
    star: (count) => (count === 1 ? '1 star' : `${count} stars`),
    remedy: (text) => `What helped: ${text}`,
    outcome: (text) => `Outcome: ${text}`,
    cut: 'We got no answer. What you typed is saved. You can send it again; it arrives only once.',
  },
})
const words = (lang: Lang) => ({
  ...myTicketsWords(lang),
  ...ownWords(lang),
  ownerWords: ownerWords(lang),
  ticketWords: ticketWords(lang),
  common: commonWords(lang),
  days: repairDayWords(lang),
})

definePage({
  words,
  data: {
    id: 0,
    receipt: '',
    ticket: null as Ticket | null,
    view: null as Awaited<ReturnType<typeof viewOf>> | null,
    text: '',
    photos: [] as Photo[],
    templates: [] as string[],
    /** Where and when to bring the device, or to collect it. */
    bring: null as Opening | null,
    ready: null as Opening | null,
    bookings: [] as BookingView[],
    /** The next repair day that the owner can book. */
    offer: null as OfferedDay | null,
    /** Why the team pauses, and until when. */
    pause: null as string[] | null,
    /** The edited contact. */
    typed: { owner: '', phone: '' },
    editing: false,
    adoptable: false,
    stars: 0,
    rating: '',
  },

  /** WeChat logs addresses, so the receipt is passed in memory. */
  onLoad({ id }: { id?: string }) {
    this.setData({ id: Number(id ?? 0), receipt: id ? '' : (takePassedCode('receipt')?.code ?? '') })
  },
  shown() {
    void this.ask()
    void retryPhotos(this)
  },
  ...noteMethods(ownerComment),

  ask() {
    return loadPage(this, async (isNewest) => {
      const { id, receipt } = this.data
      if (receipt) {
        // An older service has no bookings.
        const {
          ticket,
          visitor,
          bookings = [],
        }: Omit<OnReceipt, 'bookings'> & Partial<OnReceipt> = await api.receipts.info({ receipt })
        await this.show(ticket, bookings, isNewest)
        if (isNewest()) this.setData({ adoptable: visitor })
        return
      }
      await ensureLoggedIn()
      const [ticket, bookings] = await Promise.all([api.tickets.info({ id }), ownBookings()])
      await this.show(
        ticket,
        bookings.filter((one) => one.ticket === ticket.id),
        isNewest,
      )
      if (isNewest()) this.setData({ adoptable: false })
      const templates = await templatesToAsk().catch(() => [])
      if (isNewest()) this.setData({ templates })
    })
  },

  async show(ticket: Ticket, booked: readonly OwnBooking[], isNewest: () => boolean) {
    const view = await viewOf(ticket)
    const { receipt } = this.data
    const holder = receipt ? { receipt } : { ticket: ticket.id }
    const bookings = await Promise.all(
      booked.map((booking) => bookingView({ booking, holder, device: '' }, view.clock)),
    )
    const offer = bookings.length === 0 ? await offeredDay(ticket, view.clock) : null
    if (!isNewest()) return
    wx.setNavigationBarTitle({ title: textsOf(ownerWords).number(ticket.id) })
    if (!this.data.ticket) {
      const { text, pic } = ownerComment.of(ticket.id)
      this.setData({ text, photos: pic.map(uploadedPhoto) })
    }
    this.setData({ ticket, id: ticket.id, view, bookings, offer })
    const { opening, pause } = isOpen(ticket) ? await openingOf(view.clock) : none
    if (!isNewest()) return
    this.setData({
      pause,
      bring: isAwaited(ticket) && bookings.length === 0 ? opening : null,
      ready: isReady(ticket) ? opening : null,
    })
  },

  look({ currentTarget }: TapEvent) {
    wx.previewImage({ urls: [...(this.data.view?.filed ?? [])], current: currentTarget.dataset['src'] as string })
  },
  ...bookingMethods,
  openDay() {
    const { id, receipt, offer } = this.data
    if (!offer) return
    if (receipt) passCode({ kind: 'receipt', code: receipt })
    void openPage(`${dayPage(offer.id)}&ticket=${id}`)
  },
  /** Runs an action, thanks for it and reloads. */
  async act(done: string, work: () => Promise<unknown>) {
    if (!(await runAction(this, work))) return
    toast(done)
    await this.ask()
  },
  send() {
    const { id, receipt, text, photos } = this.data
    const content = text.trim()
    if (content === '' && photos.length === 0) return undefined
    return this.act(textsOf(ticketWords).sent, async () => {
      try {
        await this.sendNote((pic) => {
          const key = ownerComment.keyOf(id, JSON.stringify([content, pic]))
          return receipt
            ? api.receipts.comment({ receipt, content }, { key })
            : api.tickets.addnote({ id, content, pic }, { key })
        })
      } catch (error) {
        throw error instanceof Failure && error.status === 0 ? new UserError(textsOf(words).cut) : error
      }
    })
  },

  editContact() {
    const { editing, view } = this.data
    this.setData({ editing: !editing, ...(view && { typed: view.contact }) })
  },
  typeContact({ currentTarget, detail }: InputEvent) {
    setTyped(this, { typed: { ...this.data.typed, [currentTarget.dataset['name'] as string]: detail.value } })
  },
  saveContact() {
    const { id, typed } = this.data
    return this.act(textsOf(commonWords).saved, async () => {
      await api.tickets.contact({ id, owner: typed.owner.trim(), phone: typed.phone.trim() })
      this.setData({ editing: false })
    })
  },

  async tellMe() {
    const answers = await askConsent(this.data.templates)
    if (Object.values(answers).includes(true)) toast(textsOf(words).told)
    await saveConsent(answers)
  },
  adopt() {
    return runAction(this, async () => {
      await ensureLoggedIn()
      const { id } = await api.receipts.adopt({ receipt: this.data.receipt })
      this.setData({ id, receipt: '', adoptable: false })
      toast(textsOf(words).adopted)
      await this.ask()
    })
  },
  async cancel() {
    const { cancel, cancelQuestion, cancelled } = textsOf(ownerWords)
    if (!(await confirm(cancel, cancelQuestion))) return
    const { id, receipt } = this.data
    await this.act(cancelled, () => (receipt ? api.receipts.cancel({ receipt }) : api.tickets.cancel({ id })))
  },
  async rate() {
    const { id, receipt, stars, rating } = this.data
    if (stars === 0) return
    const input = { stars, ...(rating.trim() && { content: rating.trim() }) }
    await this.act(textsOf(words).thanks, () =>
      receipt ? api.receipts.rate({ receipt, ...input }) : api.tickets.rate({ id, ...input }),
    )
  },
})

async function offeredDay(ticket: Ticket, clock: string): Promise<OfferedDay | null> {
  if (!isBookable(ticket) || ticket.here) return null
  const day = (await comingDays()).find(({ kinds }) => kinds.includes(ticket.kind))
  return day ? { id: day.id, about: textsOf(repairDayWords).offer(day.title), when: whenText(day, clock) } : null
}

async function viewOf(ticket: Ticket) {
  const [name, kindName, clock] = await Promise.all([codeNames(), kindNames(), teamClock()])
  const own = textsOf(words)
  const owner = own.ownerWords
  // An older service tells less.
  const { notes = [], workers = [], moves = [], accessories = [], here = false, owner: ownerName = '' } = ticket
  const { id, createdTime, status, device, deviceModel = '', description, phone = '' } = ticket
  const { photos, filed, notes: story } = filedPhotos({ notes, createdTime })
  const may = (action: string) => moves.some((move) => move.action === action)
  const { comma } = textsOf(weekWords)
  const brought = accessories.map((code) => name('accessory', code)).join(comma)
  return {
    heading: device,
    about: [deviceModel, owner.number(id), dateTime(createdTime, language.current(), clock)]
      .filter(Boolean)
      .join(' · '),
    readyTitle: statusMeaning(status).repaired ? owner.ready : owner.readyUnrepaired,
    chip: chipOf(ticket, own.ticketWords, (code) => name('status', code)),
    sentence: own.ticketWords.sentence[sentenceFor(ticket)],
    next: own.ticketWords.next[sentenceFor(ticket)],
    awaited: isAwaited(ticket),
    ahead: here && ticket.ahead !== undefined ? own.ahead(ticket.ahead) : '',
    became: becameOf(ticket),
    facts: [
      { name: owner.device, value: kindName(ticket) },
      { name: owner.description, value: description },
      { name: owner.accessories, value: brought || owner.noAccessories },
      {
        name: isOpen(ticket) && !isReady(ticket) ? owner.workers : owner.workersThen,
        value: workers.map((worker) => worker.name).join(comma),
      },
    ].filter(({ value }) => value !== ''),
    filed: photos,
    filedChecking: checkingText(filed),
    notes: story,
    clock,
    collectCode: isOpen(ticket) && (here || status > statuses.submitted) && ticket.link ? qrPicture(ticket.link) : '',
    contact: { owner: ownerName, phone },
    // An older service names no moves and refuses by itself.
    mayComment: ticket.moves === undefined || may('addnote'),
    mayChangeContact: may('contact'),
    mayCancel: may('cancel'),
    mayRate: may('rate'),
    starNames: [1, 2, 3, 4, 5].map(own.star),
  }
}

/** The outcome of the repair. */
function becameOf({ outcome, barrier, remedy, rating }: Ticket): { icon: IconName; text: string }[] {
  const own = textsOf(words)
  const { outcomes, barriers } = textsOf(outcomeWords)
  const became: { icon: IconName; text: string }[] = [
    { icon: 'check', text: outcome ? own.outcome(outcomes[outcome]) : '' },
    { icon: 'cross', text: barrier ? barriers[barrier] : '' },
    { icon: 'wrench', text: remedy ? own.remedy(remedy) : '' },
    { icon: 'star', text: rating ? own.star(rating.stars) : '' },
  ]
  return became.filter(({ text }) => text !== '')
}

/** The team has not got it yet, and waits for it. */
function isAwaited({ status, isConfirmed, here }: Partial<Ticket>): boolean {
  const early = status === statuses.submitted || status === statuses.accepted
  return early && here === false && !isConfirmed
}

const isReady = ({ status, isConfirmed }: Pick<Ticket, 'status' | 'isConfirmed'>) => isDone(status) && !isConfirmed

const none = { opening: null, pause: null }

async function openingOf(clock: string): Promise<{ opening: Opening; pause: string[] | null }> {
  const [{ place }, { duty }] = await Promise.all([cachedTeam(), currentBoard()])
  const lang = language.current()
  const owner = textsOf(ownerWords)
  const { isInDuty, closes, next, currentDuty, offDutyReason } = duty
  const elsewhere = isInDuty ? duty.place : next?.place
  const now = closes ? owner.openUntil(dayText(closes, lang, clock), timeOfDay(closes)) : owner.openNow
  const then = next
    ? owner.next(dayText(next.from, lang, clock), timeOfDay(next.from), timeOfDay(next.until))
    : owner.noNext
  const reasons = [offDutyReason, ownRecoveryText(duty)].filter((text) => text.trim() !== '')
  return {
    opening: { place: elsewhere || textIn(place.name, lang), when: isInDuty ? now : then },
    pause: currentDuty === 'off' ? reasons : null,
  }
}

const qrPicture = (text: string) => `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 0 }))}`
