import { inLanguages } from '#client/in-languages.ts'
import { isOpen, sentenceFor } from '#client/progress.ts'
import { timeOfDay } from '#client/time.ts'
import { commonWords } from '#client/words/common.ts'
import { myTicketsWords } from '#client/words/my-tickets.ts'
import { outcomeWords } from '#client/words/outcomes.ts'
import { ownerWords } from '#client/words/owner.ts'
import { ticketWords } from '#client/words/ticket.ts'
import { statuses } from '#contract/codes.ts'
import { Failure } from '#contract/connect.ts'
import type { Lang } from '#contract/languages.ts'
import { textIn } from '#contract/languages.ts'
import { checkingText } from '../../lib/checking.ts'
import { cachedTeam, codeNames, currentBoard, kindNames, teamClock } from '../../lib/codes.ts'
import { askConsent, saveConsent, templatesToAsk } from '../../lib/consent.ts'
import { UserError } from '../../lib/error-text.ts'
import { language, textsOf } from '../../lib/language.ts'
import { takePassedCode } from '../../lib/open.ts'
import { addPhotos, type Photo, removePhoto, retryPhotos, sendWith, uploadedPhoto } from '../../lib/photos.ts'
import { plain } from '../../lib/plain.ts'
import { qrPicture } from '../../lib/qr.ts'
import { loadPage, runAction, screenOf, updateTexts } from '../../lib/screen.ts'
import { api, ensureLoggedIn } from '../../lib/session.ts'
import { dateTime, dayText } from '../../lib/time.ts'
import { cancelDebounce, debounce, setTyped } from '../../lib/typing.ts'
import { appWords } from '../../lib/words.ts'
import { ownerComment } from '../../lib/writing.ts'

type Ticket = Awaited<ReturnType<typeof api.receipts.info>>['ticket']
interface Bring {
  readonly place: string
  readonly when: string
}
type Note = Ticket['notes'][number]
type Typed = WechatMiniprogram.CustomEvent<{ value: string }>

const ownWords = inLanguages({
  zh_CN: {
    tell: '有消息时告诉我',
    told: '好的，有消息就告诉你。',
    mine: '这是我的',
    mineAbout: '这张工单还没有归到谁的名下。',
    adopted: '已归到你的名下。',
    collect: '取件码',
    collectAlt: '取件二维码',
    collectAbout: '取回时给队员扫一扫。',
    rate: '这次维修怎么样？',
    rateText: '想说的话（可不填）',
    rateSend: '提交评价',
    thanks: '谢谢你的评价！',
    star: (count: number) => `${count} 星`,
    remedy: (text: string) => `处理：${text}`,
    outcome: (text: string) => `结果：${text}`,
    cut: '没有收到答复。写好的内容还在，再发一次也不会重复。',
  },
  en_US: {
    tell: 'Tell me when there is news',
    told: 'We tell you when there is news.',
    mine: 'This is mine',
    mineAbout: 'This ticket is nobody’s account yet.',
    adopted: 'It is yours now.',
    collect: 'Collect code',
    collectAlt: 'QR code for collecting',
    collectAbout: 'Let a volunteer scan it when you collect.',
    rate: 'How was this repair?',
    rateText: 'A word about it (optional)',
    rateSend: 'Send the rating',
    thanks: 'Thank you!',
    star: (count) => (count === 1 ? '1 star' : `${count} stars`),
    remedy: (text) => `What helped: ${text}`,
    outcome: (text) => `Outcome: ${text}`,
    cut: 'No answer came. What you wrote is kept, and sending it again does not double it.',
  },
})
const words = (lang: Lang) => ({ ...myTicketsWords(lang), ...ownWords(lang) })

Page({
  data: {
    ...screenOf(words),
    o: plain(textsOf(ownerWords)),
    t: plain(textsOf(ticketWords)),
    c: plain(textsOf(commonWords)),
    id: 0,
    receipt: '',
    ticket: null as Ticket | null,
    heading: '',
    about: '',
    sentence: '',
    ahead: '',
    became: [] as string[],
    facts: [] as { name: string; value: string }[],
    filed: [] as string[],
    filedChecking: '',
    notes: [] as Note[],
    clock: '',
    comment: '',
    photos: [] as Photo[],
    templates: [] as string[],
    collectCode: '',
    bring: null as Bring | null,
    mayComment: false,
    mayChangeContact: false,
    contact: { owner: '', phone: '' },
    /** The edited contact. */
    typed: { owner: '', phone: '' },
    editing: false,
    adoptable: false,
    mayCancel: false,
    mayRate: false,
    starNames: [] as string[],
    stars: 0,
    rating: '',
  },

  /** WeChat logs addresses, so the receipt is passed in memory. */
  onLoad({ id }: { id?: string }) {
    this.setData({ id: Number(id ?? 0), receipt: id ? '' : (takePassedCode('receipt')?.code ?? '') })
  },
  onShow() {
    updateTexts(this, words)
    this.setData({ o: plain(textsOf(ownerWords)), t: plain(textsOf(ticketWords)), c: plain(textsOf(commonWords)) })
    this.ask()
    void retryPhotos(this)
  },
  onHide() {
    this.rest()
  },
  onUnload() {
    cancelDebounce(this)
    this.rest()
  },
  onPullDownRefresh() {
    this.ask()
  },

  ask() {
    return loadPage(this, async (isNewest) => {
      const { id, receipt } = this.data
      if (receipt) {
        const { ticket, visitor } = await api.receipts.info({ receipt })
        await this.shown(ticket, isNewest)
        if (isNewest()) this.setData({ adoptable: visitor })
        return
      }
      await ensureLoggedIn()
      await this.shown(await api.tickets.info({ id }), isNewest)
      if (isNewest()) this.setData({ adoptable: false })
      const templates = await templatesToAsk().catch(() => [])
      if (isNewest()) this.setData({ templates })
    })
  },

  async shown(ticket: Ticket, isNewest: () => boolean) {
    const [name, kindName, clock] = await Promise.all([codeNames(), kindNames(), teamClock()])
    if (!isNewest()) return
    const lang = language.current()
    const owner = textsOf(ownerWords)
    const own = textsOf(words)
    // An older service tells less.
    const { notes = [], workers = [], moves = [], accessories = [], here = false, owner: ownerName = '' } = ticket
    const { createdTime, status, device, deviceModel = '', description, phone = '' } = ticket
    // Photos that were handed in with the ticket belong to what is wrong.
    const filed = notes.find((note) => note.type === 1 && note.content === '' && note.createdTime === createdTime)
    const may = (action: string) => moves.some((move) => move.action === action)
    const { outcomes, barriers } = textsOf(outcomeWords)
    const outcome = ticket.outcome && outcomes[ticket.outcome]
    wx.setNavigationBarTitle({ title: owner.number(ticket.id) })
    if (!this.data.ticket) {
      const { text, pic } = ownerComment.of(ticket.id)
      this.setData({ comment: text, photos: pic.map(uploadedPhoto) })
    }
    this.setData({
      ticket,
      id: ticket.id,
      heading: `${device} ${deviceModel}`.trim(),
      about: `${owner.number(ticket.id)} · ${dateTime(createdTime, lang, clock)}`,
      sentence: textsOf(ticketWords).sentence[sentenceFor(ticket)],
      ahead: ticket.ahead === undefined ? '' : own.ahead(ticket.ahead),
      became: [
        outcome ? own.outcome(outcome) : '',
        ticket.barrier ? barriers[ticket.barrier] : '',
        ticket.remedy ? own.remedy(ticket.remedy) : '',
        ticket.rating ? own.star(ticket.rating.stars) : '',
      ].filter(Boolean),
      facts: [
        { name: owner.device, value: kindName(ticket) },
        { name: owner.description, value: description },
        {
          name: owner.accessories,
          value: accessories.map((code) => name('accessory', code)).join('、') || owner.noAccessories,
        },
        { name: owner.workers, value: workers.map((worker) => worker.name).join('、') },
      ].filter(({ value }) => value !== ''),
      filed: [...(filed?.pic ?? [])],
      filedChecking: checkingText(filed),
      notes: notes.filter((note) => note !== filed),
      clock,
      collectCode: isOpen(ticket) && (here || status > statuses.submitted) && ticket.link ? qrPicture(ticket.link) : '',
      contact: { owner: ownerName, phone },
      // An older service names no moves and refuses by itself.
      mayComment: ticket.moves === undefined || may('addnote'),
      mayChangeContact: may('contact'),
      mayCancel: may('cancel'),
      mayRate: may('rate'),
      starNames: [1, 2, 3, 4, 5].map(own.star),
    })
    const bring = isAwaited(ticket) ? await bringTo(clock) : null
    if (isNewest()) this.setData({ bring })
  },

  look({ currentTarget }: WechatMiniprogram.TouchEvent) {
    wx.previewImage({ urls: this.data.filed, current: currentTarget.dataset['src'] as string })
  },
  type({ detail }: Typed) {
    setTyped(this, { comment: detail.value })
    debounce(this, () => this.rest())
  },
  /** Stores the draft. */
  rest() {
    const { id, comment, ticket } = this.data
    // The draft is loaded together with the ticket.
    if (ticket && ownerComment.of(id).text !== comment) ownerComment.keep(id, { text: comment })
  },
  async addPhotos() {
    await addPhotos(this)
    ownerComment.keepPhotos(this.data.id, this.data.photos)
  },
  removePhoto({ detail }: WechatMiniprogram.CustomEvent<{ id: number }>) {
    removePhoto(this, detail.id)
    ownerComment.keepPhotos(this.data.id, this.data.photos)
  },
  async send() {
    const { id, receipt, comment, photos } = this.data
    const content = comment.trim()
    if (content === '' && photos.length === 0) return
    const worked = await runAction(this, async () => {
      try {
        await sendWith(this, async (pic) => {
          const key = ownerComment.keyOf(id, JSON.stringify([content, pic]))
          if (receipt) await api.receipts.comment({ receipt, content }, { key })
          else await api.tickets.addnote({ id, content, pic }, { key })
        })
      } catch (error) {
        throw error instanceof Failure && error.status === 0 ? new UserError(textsOf(words).cut) : error
      } finally {
        ownerComment.keepPhotos(id, this.data.photos)
      }
    })
    if (!worked) return
    cancelDebounce(this)
    ownerComment.clear()
    this.setData({ comment: '', photos: [] })
    wx.showToast({ title: textsOf(ticketWords).sent, icon: 'none' })
    await this.ask()
  },

  editContact() {
    this.setData({ editing: !this.data.editing, typed: this.data.contact })
  },
  typeContact({ currentTarget, detail }: Typed) {
    setTyped(this, { typed: { ...this.data.typed, [currentTarget.dataset['name'] as string]: detail.value } })
  },
  async saveContact() {
    const { id, typed } = this.data
    const worked = await runAction(this, async () => {
      await api.tickets.contact({ id, owner: typed.owner.trim(), phone: typed.phone.trim() })
    })
    if (!worked) return
    this.setData({ editing: false })
    wx.showToast({ title: textsOf(commonWords).saved, icon: 'none' })
    await this.ask()
  },

  async tellMe() {
    const answers = await askConsent(this.data.templates)
    if (Object.values(answers).includes(true)) wx.showToast({ title: textsOf(words).told, icon: 'none' })
    await saveConsent(answers)
  },
  adopt() {
    return runAction(this, async () => {
      await ensureLoggedIn()
      const { id } = await api.receipts.adopt({ receipt: this.data.receipt })
      this.setData({ id, receipt: '', adoptable: false })
      wx.showToast({ title: textsOf(words).adopted, icon: 'none' })
      await this.ask()
    })
  },
  async cancel() {
    const owner = textsOf(ownerWords)
    const { confirm } = await wx.showModal({
      title: owner.cancel,
      content: owner.cancelQuestion,
      confirmText: textsOf(appWords).yes,
      cancelText: textsOf(appWords).no,
    })
    if (!confirm) return
    const { id, receipt } = this.data
    const worked = await runAction(this, async () => {
      await (receipt ? api.receipts.cancel({ receipt }) : api.tickets.cancel({ id }))
    })
    if (!worked) return
    wx.showToast({ title: owner.cancelled, icon: 'none' })
    await this.ask()
  },
  star({ detail }: Typed) {
    this.setData({ stars: Number(detail.value) })
  },
  rateText({ detail }: Typed) {
    setTyped(this, { rating: detail.value })
  },
  async rate() {
    const { id, receipt, stars, rating } = this.data
    if (stars === 0) return
    const wish = { stars, ...(rating.trim() ? { content: rating.trim() } : {}) }
    const worked = await runAction(this, async () => {
      await (receipt ? api.receipts.rate({ receipt, ...wish }) : api.tickets.rate({ id, ...wish }))
    })
    if (!worked) return
    wx.showToast({ title: textsOf(words).thanks, icon: 'none' })
    await this.ask()
  },
})

/** The team has not got it yet, and waits for it. */
function isAwaited({ status, isConfirmed, here }: Partial<Ticket>): boolean {
  const early = status === statuses.submitted || status === statuses.accepted
  return early && here === false && !isConfirmed
}

async function bringTo(clock: string): Promise<Bring> {
  const [{ place }, { duty }] = await Promise.all([cachedTeam(), currentBoard()])
  const lang = language.current()
  const owner = textsOf(ownerWords)
  const { isInDuty, until, next } = duty
  const elsewhere = isInDuty ? duty.place : next?.place
  const now = until ? owner.openUntil(dayText(until, lang, clock), timeOfDay(until)) : owner.openNow
  const then = next
    ? owner.next(dayText(next.from, lang, clock), timeOfDay(next.from), timeOfDay(next.until))
    : owner.noNext
  return { place: elsewhere || textIn(place.name, lang), when: isInDuty ? now : then }
}
