import { type ClosingValues, changesTo, closingOf, suggestion } from '#client/closing.ts'
import { checkedOff, type Ticks, unticked } from '#client/custody.ts'
import { tagIn } from '#client/scan.ts'
import { isDone, mayHandBack, nextStatuses, type TicketInfo } from '#client/ticket.ts'
import { closingWords } from '#client/words/closing.ts'
import { commonWords } from '#client/words/common.ts'
import { custodyWords } from '#client/words/custody.ts'
import { outcomeWords } from '#client/words/outcomes.ts'
import { scanWords } from '#client/words/scan.ts'
import { ticketWords } from '#client/words/ticket.ts'
import { categories, noteTypes, statuses, statusMeaning } from '#contract/codes.ts'
import { collectionProofs } from '#contract/counter/custody-fields.ts'
import { limits } from '#contract/limits.ts'
import { type Barrier, barriers } from '#contract/tickets/outcome-fields.ts'
import { outcomesAt } from '#rules/tickets/fitting-outcomes.ts'
import { codeNames, kindNames, teamClock } from '../../lib/codes.ts'
import { textsOf } from '../../lib/language.ts'
import { ifOlder } from '../../lib/older-service.ts'
import { openPage } from '../../lib/open-page.ts'
import { addPhotos, type Photo, removePhoto, retryPhotos, sendWith, uploadedPhoto } from '../../lib/photos.ts'
import { plain } from '../../lib/plain.ts'
import { scan } from '../../lib/scan.ts'
import { loadPage, screenOf, updateTexts } from '../../lib/screen.ts'
import { api } from '../../lib/session.ts'
import { cancelDebounce, debounce, flushTyped, setTyped } from '../../lib/typing.ts'
import { memberNote as writing } from '../../lib/writing.ts'
import {
  type CheckboxEvent,
  confirm,
  type InputEvent,
  requireMember,
  runAndReload,
  type SwitchEvent,
  type TapEvent,
} from '../actions.ts'
import { type MoveStep, movesOf } from './moves.ts'
import { accessoryChoices, deviceView, movesView, workerLines } from './view.ts'
import { memberTicketWords as words } from './words.ts'

const noClosing: ClosingValues = { outcome: '', barrier: '', category: 0, brand: '', year: '', remedy: '' }
const categoryCodes: readonly number[] = [0, ...Object.values(categories)]
const barrierCodes: readonly (Barrier | '')[] = ['', ...barriers]

/** An item to hand back. */
interface Thing {
  readonly place: number
  readonly name: string
  readonly ticked: boolean
  readonly missing: boolean
  readonly reason: string
  readonly mayMiss: boolean
  readonly missingName: string
  readonly reasonName: string
}
interface Like {
  readonly id: number
  readonly title: string
  readonly about: string
}

const others = () => ({
  c: plain(textsOf(custodyWords)),
  k: plain(textsOf(closingWords)),
  t: plain(textsOf(ticketWords)),
  goBack: textsOf(commonWords).goBack,
  reasons: [...textsOf(words).waitingReasons],
  audiences: [
    { value: 'comment', name: textsOf(words).comment },
    { value: 'internal', name: textsOf(words).internal },
  ],
})

Page({
  data: {
    ...screenOf(words),
    ...others(),
    limits: { text: limits.text, name: limits.name, shelf: limits.shelf, remedy: limits.remedy, search: limits.search },
    at: '',
    stranger: false,
    id: 0,
    member: 0,
    ticket: null as TicketInfo | null,
    clock: '',
    heading: '',
    about: '',
    status: '',
    description: '',
    facts: [] as { name: string; value: string }[],
    phone: '',
    // Where it is.
    receivable: false,
    held: '',
    since: '',
    shelf: '',
    things: [] as { code: number; name: string; chosen: boolean }[],
    tag: 0,
    tagName: '',
    // What can be done.
    standing: '',
    likely: null as MoveStep | null,
    rest: [] as MoveStep[],
    more: false,
    mayUndo: false,
    mayAskToJoin: false,
    taken: '',
    joined: false,
    open: '' as '' | 'move' | 'handBack',
    to: 0,
    toName: '',
    waits: false,
    remedyName: '',
    outcomes: [] as { value: string; name: string }[],
    closing: noClosing,
    categoryNames: [] as string[],
    category: 0,
    barrierNames: [] as string[],
    barrier: 0,
    guess: '',
    // Handing back.
    received: false,
    notDone: '',
    ticks: {} as Ticks,
    check: [] as Thing[],
    left: '',
    someone: false,
    taker: '',
    shownNames: [] as string[],
    shown: 0,
    // Who works on it.
    workers: [] as string[],
    drop: '',
    cannotDrop: '',
    mayAssign: false,
    colleagues: [] as { id: number; name: string }[],
    // What is being written, which goes with a comment or with a move.
    text: '',
    internal: false,
    photos: [] as Photo[],
    seenBefore: [] as Like[],
    maybeSame: [] as Like[],
  },

  onLoad({ id }: { id?: string }) {
    const number = Number(id ?? 0)
    const { text, internal, pic } = writing.of(number)
    this.setData({ id: number, text, internal, photos: pic.map(uploadedPhoto) })
  },
  onShow() {
    updateTexts(this, words)
    this.setData({ at: '', ...others() })
    void this.ask()
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
    this.setData({ at: '' })
    void this.ask()
  },

  ask() {
    return loadPage(this, async (isNewest) => {
      const member = await requireMember(this, isNewest)
      if (!member) return
      this.setData({ member: member.id })
      const told = await api.tickets.info({ id: this.data.id })
      const ticket = { ...told, moves: movesOf(told), workers: told.workers ?? [] }
      await this.show(ticket, isNewest)
      if (!isNewest()) return
      if (ticket.unread && ticket.notes.length > 0)
        // A failure leaves the ticket unread until the next visit.
        api.tickets.seen({ id: ticket.id, note: ticket.notes[ticket.notes.length - 1]?.id ?? 0 }).catch(() => {})
      void this.compare(ticket.id, isNewest)
    })
  },

  async show(ticket: TicketInfo, isNewest: () => boolean) {
    const [name, kindName, clock, { list }] = await Promise.all([
      codeNames(),
      kindNames(),
      teamClock(),
      ifOlder(api.members.list(), () => ({ list: [] })),
    ])
    if (!isNewest()) return
    const { id, device, deviceModel } = ticket
    const proofs = textsOf(custodyWords).shownBy
    wx.setNavigationBarTitle({ title: textsOf(words).ticket(String(id)) })
    this.setData({
      // What was ticked stays when the page is loaded again.
      ...(this.data.ticket === null && { things: accessoryChoices(ticket, name) }),
      ticket,
      id,
      clock,
      heading: `#${id} ${device}`,
      about: [kindName(ticket), deviceModel].filter(Boolean).join(' · '),
      ...deviceView(ticket, name, clock),
      ...movesView(ticket, name),
      ...workerLines(ticket, name, this.data.member, list),
      shownNames: ['' as const, ...collectionProofs].map((one) => proofs[one]),
    })
    const { open, to } = this.data
    // Another member may have made the chosen step impossible.
    if (open !== '') flushTyped(this)
    if (open === 'move' && !nextStatuses(ticket).includes(to)) this.setData({ open: '' })
    if (open === 'handBack' && !mayHandBack(ticket)) this.setData({ open: '' })
  },

  /** Loads similar and duplicate tickets without blocking the page. */
  async compare(id: number, isNewest: () => boolean) {
    const name = await codeNames()
    const like = ({
      id: other,
      device,
      deviceModel,
      status,
    }: Pick<TicketInfo, 'id' | 'device' | 'deviceModel' | 'status'>) => ({
      id: other,
      title: `#${other} ${device} ${deviceModel}`.trim(),
      about: name('status', status),
    })
    const { list, duplicates } = await api.tickets.similar({ id }).catch(() => ({ list: [], duplicates: [] }))
    if (!isNewest()) return
    this.setData({
      seenBefore: list.map((one) => ({
        ...like(one),
        about: [one.remedy || textsOf(closingWords).noRemedy, one.workers.map((worker) => worker.name).join(' · ')]
          .filter(Boolean)
          .join(' · '),
      })),
      maybeSame: duplicates.map((one) => ({ ...like(one), about: textsOf(closingWords).same[one.why] })),
    })
  },
  look({ currentTarget }: TapEvent) {
    void openPage(`/team/ticket/ticket?id=${currentTarget.dataset['id']}`)
  },
  call() {
    wx.makePhoneCall({ phoneNumber: this.data.phone, fail: () => {} })
  },

  // Receiving.
  typeShelf({ detail }: InputEvent) {
    setTyped(this, { shelf: detail.value })
  },
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
    const wish = { id, accessories, shelf: shelf.trim(), ...(tag > 0 ? { tag } : {}) }
    return runAndReload(this, 'where', async () => {
      await api.custody.receive(wish, { key: writing.keyOf(id, JSON.stringify(['receive', wish])) })
      writing.keep(id, { sent: null })
      wx.showToast({ title: textsOf(custodyWords).received, icon: 'none' })
    })
  },

  // Moving. Each status opens a form first, so that a double tap makes one step.
  toggleMore() {
    this.setData({ more: !this.data.more })
  },
  step({ currentTarget }: TapEvent) {
    const { likely, rest } = this.data
    const step = [likely, ...rest].find((one) => one?.key === currentTarget.dataset['key'])
    if (!step || this.data.busy) return undefined
    this.setData({ more: false })
    if (step.do === 'pick')
      return runAndReload(this, 'moves', async () => void (await api.tickets.pick({ id: this.data.id })))
    if (step.do === 'handBack') return this.openHandBack()
    return step.do === 'cancel' ? this.cancel() : this.openMove(step.to)
  },
  async openMove(to: number) {
    const { ticket } = this.data
    if (!ticket) return
    flushTyped(this)
    const name = await codeNames()
    const w = textsOf(words)
    const k = textsOf(closingWords)
    const { outcomes, barriers: barrierNames } = textsOf(outcomeWords)
    const { phase, repaired } = statusMeaning(to)
    // An older service has no outcome.
    const told: TicketInfo['outcome'] | undefined = ticket.outcome
    const closing = told === undefined ? noClosing : closingOf(ticket, to)
    const guess = suggestion(ticket.guess, closing)
    this.setData({
      open: 'move',
      at: 'moves',
      failed: '',
      to,
      toName: w.move(name('status', to)),
      waits: to === statuses.waiting,
      outcomes:
        phase === 'finished' && told !== undefined
          ? outcomesAt(to).map((value) => ({ value, name: outcomes[value] }))
          : [],
      closing,
      remedyName: k.remedy[repaired ? 'repaired' : 'unrepaired'],
      categoryNames: categoryCodes.map((code) => (code === 0 ? w.unsaid : name('category', code))),
      category: Math.max(0, categoryCodes.indexOf(closing.category)),
      barrierNames: barrierCodes.map((one) => (one ? barrierNames[one] : w.unsaid)),
      barrier: Math.max(0, barrierCodes.indexOf(closing.barrier)),
      guess: guess ? k.isIt(k.byBrand(guess.brand, guess.category > 0 ? name('category', guess.category) : '')) : '',
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
    const found = this.data.outcomes.find(({ value }) => value === detail.value)
    this.setData({ closing: { ...this.data.closing, outcome: (found?.value ?? '') as ClosingValues['outcome'] } }) // one of those that were offered
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
    const { id, ticket, to, waits, closing, outcomes, internal } = this.data
    const content = this.data.text.trim()
    if (waits && content === '') {
      this.setData({ at: 'moves', failed: textsOf(words).waitingMissing })
      return undefined
    }
    return runAndReload(this, 'moves', async () => {
      await this.sendNote(async (pic) => {
        const wish = {
          id,
          status: to,
          content,
          pic,
          internal,
          ...(ticket && outcomes.length > 0 ? changesTo(ticket, closing) : {}),
        }
        await api.tickets.update(wish, { key: writing.keyOf(id, JSON.stringify(wish)) })
      })
      this.setData({ open: '' })
    })
  },
  async cancel() {
    const { cancel, cancelQuestion } = textsOf(words)
    if (await confirm(cancel, cancelQuestion))
      await runAndReload(this, 'moves', async () => void (await api.tickets.cancel({ id: this.data.id })))
  },
  askToJoin() {
    const { id } = this.data
    const wish = { id, type: noteTypes.internal, content: textsOf(words).joinNote }
    return runAndReload(this, 'moves', async () => {
      await api.tickets.addnote(wish, { key: writing.keyOf(id, JSON.stringify(wish)) })
      writing.keep(id, { sent: null })
      this.setData({ joined: true })
    })
  },

  // Handing back.
  async openHandBack() {
    const { ticket } = this.data
    if (!ticket) return
    const name = await codeNames()
    const received = Boolean(ticket.custody?.holding)
    this.setData({
      open: 'handBack',
      at: 'moves',
      failed: '',
      received,
      notDone: isDone(ticket.status) ? '' : textsOf(words).notDone(name('status', ticket.status)),
      ticks: {},
      someone: false,
      taker: '',
      shown: 0,
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
    const name = await codeNames()
    const c = textsOf(custodyWords)
    const w = textsOf(words)
    const names = [w.itself(ticket?.device ?? ''), ...this.accessories().map((code) => name('accessory', code))]
    this.setData({
      check: names.map((thing, place) => {
        const tick = ticks[place]
        return {
          place,
          name: thing,
          ticked: tick === true,
          missing: typeof tick === 'string',
          reason: typeof tick === 'string' ? tick : '',
          mayMiss: received && place > 0,
          missingName: c.missingWhich(thing),
          reasonName: c.reason(thing),
        }
      }),
      left: this.left(),
    })
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
  typeTaker({ detail }: InputEvent) {
    setTyped(this, { taker: detail.value })
  },
  chooseShown({ detail }: InputEvent) {
    this.setData({ shown: Number(detail.value) })
  },
  handBack() {
    const { id, received, ticks, someone, taker, shown, left } = this.data
    const nameless = received && someone && taker.trim() === ''
    if (left || nameless) {
      this.setData({ at: 'moves', failed: left || textsOf(custodyWords).nameMissing })
      return undefined
    }
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
    const worked = await runAndReload(
      this,
      'moves',
      async () => void (await api.tickets.unretrieve({ id: this.data.id })),
    )
    if (worked) wx.showToast({ title: undone, icon: 'none' })
  },

  // Who works on it.
  async leave() {
    const w = textsOf(words)
    const last = this.data.workers.length === 1
    if (await confirm(last ? w.dropLast : w.drop, last ? w.dropLastQuestion : w.dropQuestion))
      await runAndReload(this, 'team', async () => void (await api.tickets.drop({ id: this.data.id })))
  },
  assign({ detail }: InputEvent) {
    const { id, colleagues } = this.data
    const chosen = colleagues[Number(detail.value)]
    if (!chosen || chosen.id === 0) return undefined
    return runAndReload(this, 'team', async () => {
      await api.tickets.assign({ id, member: chosen.id })
      wx.showToast({ title: textsOf(words).added(chosen.name), icon: 'none' })
    })
  },

  // Writing.
  type({ detail }: InputEvent) {
    setTyped(this, { text: detail.value })
    debounce(this, () => this.rest())
  },
  /** Stores the draft. */
  rest() {
    const { id, text } = this.data
    if (writing.of(id).text !== text) writing.keep(id, { text })
  },
  address(internal: boolean) {
    this.setData({ internal })
    writing.keep(this.data.id, { internal })
  },
  chooseAudience({ detail }: InputEvent) {
    this.address(detail.value === 'internal')
  },
  switchAudience({ detail }: SwitchEvent) {
    this.address(detail.value)
  },
  async addPhotos() {
    await addPhotos(this)
    writing.keepPhotos(this.data.id, this.data.photos)
  },
  removePhoto({ detail }: WechatMiniprogram.CustomEvent<{ id: number }>) {
    removePhoto(this, detail.id)
    writing.keepPhotos(this.data.id, this.data.photos)
  },
  send() {
    const { id, internal, photos } = this.data
    const content = this.data.text.trim()
    if (content === '' && photos.length === 0) return undefined
    return runAndReload(this, 'note', async () => {
      await this.sendNote(async (pic) => {
        const wish = { id, type: internal ? noteTypes.internal : noteTypes.comment, content, pic }
        await api.tickets.addnote(wish, { key: writing.keyOf(id, JSON.stringify(wish)) })
      })
      wx.showToast({ title: textsOf(ticketWords).sent, icon: 'none' })
    })
  },
  /** Sends the note with its photos and deletes the draft. */
  async sendNote(sendPhotos: (pic: string[]) => Promise<void>) {
    await sendWith(this, sendPhotos).finally(() => writing.keepPhotos(this.data.id, this.data.photos))
    cancelDebounce(this)
    writing.clear()
    this.setData({ text: '', photos: [] })
  },
})
