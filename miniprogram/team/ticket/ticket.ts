import { type ClosingValues, changesTo, closingOf, suggestion } from '#client/closing.ts'
import { checkedOff, type Ticks, unticked } from '#client/custody.ts'
import { tagIn } from '#client/scan.ts'
import { isDone, mayHandBack, nextStatuses, type TicketInfo } from '#client/ticket.ts'
import { closingWords } from '#client/words/closing.ts'
import { commonWords } from '#client/words/common.ts'
import { custodyWords } from '#client/words/custody.ts'
import { scanWords } from '#client/words/scan.ts'
import { ticketWords } from '#client/words/ticket.ts'
import { noteTypes } from '#contract/codes.ts'
import { collectionProofs } from '#contract/counter/custody-fields.ts'
import type { Lang } from '#contract/languages.ts'
import { codeNames } from '../../lib/codes.ts'
import { textsOf } from '../../lib/language.ts'
import { noteMethods } from '../../lib/note.ts'
import { memberNote as writing } from '../../lib/note-draft.ts'
import { type Photo, retryPhotos, uploadedPhoto } from '../../lib/photos.ts'
import { scan } from '../../lib/scan.ts'
import {
  type CheckboxEvent,
  confirm,
  definePage,
  type InputEvent,
  runAndReload,
  type SwitchEvent,
  type TapEvent,
  toast,
} from '../../lib/screen.ts'
import { api } from '../../lib/session.ts'
import { flushTyped, setTyped } from '../../lib/typed-data.ts'
import { loadTeamPage } from '../load-team-page.ts'
import { movesOf } from './moves.ts'
import {
  barrierCodes,
  categoryCodes,
  checklist,
  memberTicketWords,
  moveForm,
  type StatusForm,
  similarTickets,
  type TicketView,
  viewOf,
} from './view.ts'

const noClosing: ClosingValues = { outcome: '', barrier: '', category: 0, brand: '', year: '', remedy: '' }

const words = (lang: Lang) => {
  const own = memberTicketWords(lang)
  return {
    ...own,
    custody: custodyWords(lang),
    closing: closingWords(lang),
    common: commonWords(lang),
    audiences: [
      { value: 'comment', name: own.comment },
      { value: 'internal', name: own.internal },
    ],
  }
}

definePage({
  words,
  data: {
    stranger: false,
    id: 0,
    ticket: null as TicketInfo | null,
    view: null as TicketView | null,
    // Receiving.
    shelf: '',
    things: [] as TicketView['accessoryChoices'],
    tag: 0,
    tagName: '',
    // The possible actions.
    more: false,
    joined: false,
    open: '' as '' | 'move' | 'handBack',
    form: null as StatusForm | null,
    closing: noClosing,
    category: 0,
    barrier: 0,
    guess: '',
    // Handing back.
    received: false,
    notDone: '',
    ticks: {} as Ticks,
    check: [] as ReturnType<typeof checklist>,
    left: '',
    someone: false,
    taker: '',
    shown: 0,
    // The text that is being written, for a comment or for a change of status.
    text: '',
    internal: false,
    photos: [] as Photo[],
    similar: [] as Awaited<ReturnType<typeof similarTickets>>,
  },

  onLoad({ id }: { id?: string }) {
    const number = Number(id ?? 0)
    const { text, internal, pic } = writing.of(number)
    this.setData({ id: number, text, internal, photos: pic.map(uploadedPhoto) })
  },
  shown() {
    void this.ask()
    void retryPhotos(this)
  },
  ...noteMethods(writing),

  ask() {
    return loadTeamPage(this, async (member, isNewest) => {
      const info = await api.tickets.info({ id: this.data.id })
      const ticket = { ...info, moves: movesOf(info), workers: info.workers ?? [] }
      const view = await viewOf(ticket, member.id)
      if (!isNewest()) return
      this.show(ticket, view)
      if (ticket.unread && ticket.notes.length > 0)
        // A failure leaves the ticket unread until the next visit.
        api.tickets.seen({ id: ticket.id, note: ticket.notes[ticket.notes.length - 1]?.id ?? 0 }).catch(() => {})
      void similarTickets(ticket.id).then((similar) => isNewest() && this.setData({ similar }))
    })
  },
  show(ticket: TicketInfo, view: TicketView) {
    wx.setNavigationBarTitle({ title: textsOf(words).ticket(String(ticket.id)) })
    this.setData({
      // Ticked boxes stay when the page is loaded again.
      ...(this.data.ticket === null && { things: view.accessoryChoices }),
      ...{ ticket, id: ticket.id, view },
    })
    const { open, form } = this.data
    // Another member may have made the chosen step impossible.
    if (open !== '') flushTyped(this)
    if (open === 'move' && !nextStatuses(ticket).includes(form?.to ?? 0)) this.setData({ open: '' })
    if (open === 'handBack' && !mayHandBack(ticket)) this.setData({ open: '' })
  },
  call() {
    wx.makePhoneCall({ phoneNumber: this.data.view?.phone ?? '', fail: () => {} })
  },
  /** Shows an error beside the moves. */
  refuse(failed: string) {
    this.setData({ at: 'moves', failed })
  },

  // Receiving.
  bring({ detail }: CheckboxEvent) {
    const chosen = detail.value.map(Number)
    this.setData({ things: this.data.things.map((one) => ({ ...one, chosen: chosen.includes(one.code) })) })
  },
  async scanTag() {
    const text = await scan()
    if (text === undefined) return
    const tag = tagIn(text)
    if (tag === undefined) this.setData({ at: 'where', failed: textsOf(scanWords).noTag })
    else this.setData({ tag, tagName: textsOf(custodyWords).tag(tag), failed: '' })
  },
  untie() {
    this.setData({ tag: 0, tagName: '' })
  },
  receive() {
    const { id, shelf, things, tag } = this.data
    const accessories = things.filter(({ chosen }) => chosen).map(({ code }) => code)
    const input = { id, accessories, shelf: shelf.trim(), ...(tag > 0 ? { tag } : {}) }
    return runAndReload(this, 'where', async () => {
      await api.custody.receive(input, { key: writing.keyOf(id, JSON.stringify(['receive', input])) })
      writing.keep(id, { sent: null })
      toast(textsOf(custodyWords).received)
    })
  },

  // Moving. Each status opens a form first, so that a double tap makes one step.
  toggleMore() {
    this.setData({ more: !this.data.more })
  },
  step({ currentTarget }: TapEvent) {
    const { view } = this.data
    const step = [view?.likely, ...(view?.rest ?? [])].find((one) => one?.key === currentTarget.dataset['key'])
    if (!step || this.data.busy) return undefined
    this.setData({ more: false })
    if (step.do === 'pick') return runAndReload(this, 'moves', () => api.tickets.pick({ id: this.data.id }))
    if (step.do === 'handBack') return this.openHandBack()
    return step.do === 'cancel' ? this.cancel() : this.openMove(step.to)
  },
  async openMove(to: number) {
    const { ticket } = this.data
    if (!ticket) return
    flushTyped(this)
    const name = await codeNames()
    const form = moveForm(ticket, to, name)
    const closing = form.hasOutcome ? closingOf(ticket, to) : noClosing
    const guess = suggestion(ticket.guess, closing)
    const { isIt, byBrand } = textsOf(closingWords)
    this.setData({
      ...{ open: 'move', at: 'moves', failed: '', form, closing },
      category: Math.max(0, categoryCodes.indexOf(closing.category)),
      barrier: Math.max(0, barrierCodes.indexOf(closing.barrier)),
      guess: guess ? isIt(byBrand(guess.brand, guess.category > 0 ? name('category', guess.category) : '')) : '',
    })
  },
  close() {
    flushTyped(this)
    this.setData({ open: '', failed: '' })
  },
  giveReason({ currentTarget }: TapEvent) {
    flushTyped(this)
    this.setData({ text: currentTarget.dataset['text'] as string })
    this.rest()
  },
  chooseOutcome({ detail }: InputEvent) {
    const found = this.data.form?.outcomes.find(({ value }) => value === detail.value)
    this.setData({ closing: { ...this.data.closing, outcome: found?.value ?? '' } })
  },
  chooseBarrier({ detail }: InputEvent) {
    const barrier = Number(detail.value)
    this.setData({ barrier, closing: { ...this.data.closing, barrier: barrierCodes[barrier] ?? '' } })
  },
  chooseCategory({ detail }: InputEvent) {
    const category = Number(detail.value)
    this.setData({ category, closing: { ...this.data.closing, category: categoryCodes[category] ?? 0 } })
  },
  takeGuess() {
    const { ticket, closing } = this.data
    const guess = suggestion(ticket?.guess, closing)
    const category = guess?.category || closing.category
    this.setData({
      guess: '',
      category: Math.max(0, categoryCodes.indexOf(category)),
      closing: { ...closing, category, brand: guess?.brand || closing.brand },
    })
  },
  typeClosing({ currentTarget, detail }: InputEvent) {
    setTyped(this, { closing: { ...this.data.closing, [currentTarget.dataset['name'] as string]: detail.value } })
  },
  move() {
    const { id, ticket, form, closing, internal } = this.data
    if (!form) return undefined
    const content = this.data.text.trim()
    if (form.waits && content === '') return this.refuse(textsOf(words).waitingMissing)
    return runAndReload(this, 'moves', async () => {
      await this.sendNote(async (pic) => {
        const became = ticket && form.outcomes.length > 0 ? changesTo(ticket, closing) : {}
        const input = { id, status: form.to, content, pic, internal, ...became }
        await api.tickets.update(input, { key: writing.keyOf(id, JSON.stringify(input)) })
      })
      this.setData({ open: '' })
    })
  },
  async cancel() {
    const { cancel, cancelQuestion } = textsOf(words)
    if (await confirm(cancel, cancelQuestion))
      await runAndReload(this, 'moves', () => api.tickets.cancel({ id: this.data.id }))
  },
  askToJoin() {
    const { id } = this.data
    const input = { id, type: noteTypes.internal, content: textsOf(words).joinNote }
    return runAndReload(this, 'moves', async () => {
      await api.tickets.addnote(input, { key: writing.keyOf(id, JSON.stringify(input)) })
      writing.keep(id, { sent: null })
      this.setData({ joined: true })
    })
  },

  // Handing back.
  async openHandBack() {
    const { ticket } = this.data
    if (!ticket) return
    const name = await codeNames()
    this.setData({
      ...{ open: 'handBack', at: 'moves', failed: '' },
      received: Boolean(ticket.custody?.holding),
      notDone: isDone(ticket.status) ? '' : textsOf(words).notDone(name('status', ticket.status)),
      ...{ ticks: {}, someone: false, taker: '', shown: 0 },
    })
    await this.check()
  },
  /** The accessories; the ledger has each kind once. */
  accessories(): number[] {
    const { ticket, received } = this.data
    const codes = ticket?.accessories ?? []
    return received ? [...new Set(codes)] : [...codes]
  },
  async check() {
    const { ticket, received, ticks } = this.data
    const check = checklist(ticket?.device ?? '', this.accessories(), ticks, received, await codeNames())
    this.setData({ check, left: this.left() })
  },
  left(): string {
    const left = unticked(1 + this.accessories().length, this.data.ticks)
    return left > 0 ? textsOf(words).left(left) : ''
  },
  tick({ detail }: CheckboxEvent) {
    const ticked = detail.value.map(Number)
    const missing = Object.entries(this.data.ticks).filter(
      ([place, tick]) => typeof tick === 'string' && !ticked.includes(Number(place)),
    )
    this.setData({
      ticks: { ...Object.fromEntries(missing), ...Object.fromEntries(ticked.map((place) => [place, true])) },
    })
    return this.check()
  },
  miss({ currentTarget }: TapEvent) {
    const place = Number(currentTarget.dataset['place'])
    const { [place]: tick, ...rest } = this.data.ticks
    this.setData({ ticks: typeof tick === 'string' ? rest : { ...rest, [place]: '' } })
    return this.check()
  },
  typeReason({ currentTarget, detail }: InputEvent) {
    setTyped(this, { ticks: { ...this.data.ticks, [Number(currentTarget.dataset['place'])]: detail.value } })
    // Rendering during typing would move fields under the finger, so only the count is updated.
    this.setData({ left: this.left() })
  },
  switchTaker({ detail }: SwitchEvent) {
    this.setData({ someone: detail.value })
  },
  handBack() {
    const { id, received, ticks, someone, taker, shown, left } = this.data
    const nameless = received && someone && taker.trim() === ''
    if (left || nameless) return this.refuse(left || textsOf(custodyWords).nameMissing)
    const seen = collectionProofs[shown - 1]
    return runAndReload(this, 'moves', async () => {
      await api.tickets.retrieve({
        id,
        ...(received && {
          ...checkedOff(this.accessories(), ticks),
          ...(someone && { to: taker.trim() }),
          ...(seen && { shown: seen }),
        }),
      })
      this.setData({ open: '' })
    })
  },
  /** Asks first: the button is where the user has just tapped to hand back. */
  async undo() {
    const { undoBack, undone } = textsOf(words)
    if (!(await confirm(undoBack, textsOf(commonWords).sure))) return
    if (await runAndReload(this, 'moves', () => api.tickets.unretrieve({ id: this.data.id }))) toast(undone)
  },

  // The workers of the ticket.
  async leave() {
    const w = textsOf(words)
    const last = this.data.ticket?.workers.length === 1
    if (await confirm(last ? w.dropLast : w.drop, last ? w.dropLastQuestion : w.dropQuestion))
      await runAndReload(this, 'team', () => api.tickets.drop({ id: this.data.id }))
  },
  assign({ detail }: InputEvent) {
    const { id, view } = this.data
    const chosen = view?.colleagues[Number(detail.value)]
    if (!chosen || chosen.id === 0) return undefined
    return runAndReload(this, 'team', async () => {
      await api.tickets.assign({ id, member: chosen.id })
      toast(textsOf(words).added(chosen.name))
    })
  },

  // Writing.
  chooseAudience({ detail }: InputEvent | SwitchEvent) {
    const internal = detail.value === 'internal' || detail.value === true
    this.setData({ internal })
    writing.keep(this.data.id, { internal })
  },
  send() {
    const { id, internal, photos } = this.data
    const content = this.data.text.trim()
    if (content === '' && photos.length === 0) return undefined
    return runAndReload(this, 'note', async () => {
      await this.sendNote(async (pic) => {
        const input = { id, type: internal ? noteTypes.internal : noteTypes.comment, content, pic }
        await api.tickets.addnote(input, { key: writing.keyOf(id, JSON.stringify(input)) })
      })
      toast(textsOf(ticketWords).sent)
    })
  },
})
