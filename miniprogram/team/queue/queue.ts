import { chipOf, kindIcon } from '#client/chip.ts'
import { everyOpen, isTicketFiltered, type TicketFilter, ticketQueryOf } from '#client/ticket-filter.ts'
import { deskWords } from '#client/words/desk.ts'
import { queueWords } from '#client/words/queue.ts'
import { ticketWords } from '#client/words/ticket.ts'
import { statuses, statusMeaning } from '#contract/codes.ts'
import type { Lang } from '#contract/languages.ts'
import { codeNames, teamClock } from '../../lib/codes.ts'
import { errorText } from '../../lib/error-text.ts'
import { language, textsOf } from '../../lib/language.ts'
import { ifOlder } from '../../lib/older-service.ts'
import { definePage, type InputEvent, type TapEvent, toast } from '../../lib/screen.ts'
import { api } from '../../lib/session.ts'
import { dateTime } from '../../lib/time.ts'
import { debounce, flushTyped, setTyped } from '../../lib/typed-data.ts'
import { loadTeamPage } from '../load-team-page.ts'

type FoundTicket = Awaited<ReturnType<typeof api.tickets.search>>['list'][number]
/** An older service tells less of a ticket. */
type QueueTicket = Pick<FoundTicket, 'id' | 'type' | 'device' | 'deviceModel' | 'owner' | 'status' | 'createdTime'> &
  Partial<Pick<FoundTicket, 'kind' | 'fault' | 'workers' | 'photo' | 'unread' | 'isConfirmed'>>

const onPage = 20
const whose = ['all', 'unclaimed', 'mine'] as const

const words = (lang: Lang) => ({ ...queueWords(lang), desk: deskWords(lang) })

definePage({
  words,
  title: ({ title }) => title,
  data: {
    stranger: false,
    member: 0,
    filter: everyOpen as TicketFilter,
    whose: [] as { value: string; name: string }[],
    states: [] as string[],
    state: 0,
    narrowed: false,
    nothing: '',
    rows: [] as Awaited<ReturnType<typeof rowOf>>[],
    claiming: 0,
    total: 0,
    page: 1,
  },

  onReachBottom() {
    if (this.data.rows.length < this.data.total) void this.show(this.data.page + 1)
  },

  ask() {
    return this.show(1)
  },
  show(page: number) {
    return loadTeamPage(this, async (member, isNewest) => {
      this.setData({ member: member.id })
      const [{ list, total }, counts, name] = await Promise.all([
        api.tickets.search({ ...ticketQueryOf(this.data.filter), pageId: page, count: onPage }),
        ifOlder<{ open: number; unclaimed: number; mine: number } | undefined>(api.tickets.counts(), () => undefined),
        codeNames(),
      ])
      const fresh = await Promise.all(list.map((ticket) => rowOf(ticket, member.id)))
      if (!isNewest()) return
      const { who, unfinished, everything, none, noneMine, noneOpen } = textsOf(queueWords)
      const { filter } = this.data
      // The counts are of open tickets and fit no other list.
      const counted = isTicketFiltered({ ...filter, who: 'all' }) ? undefined : counts
      const countOf = { all: counted?.open, unclaimed: counted?.unclaimed, mine: counted?.mine }
      const before = page === 1 ? [] : this.data.rows.filter(({ id }) => !fresh.some((one) => one.id === id))
      this.setData({
        rows: [...before, ...fresh],
        total,
        page,
        whose: whose.map((value) => ({
          value,
          name: [who[value], countOf[value]].filter((x) => x !== undefined).join(' '),
        })),
        states: [unfinished, ...Object.values(statuses).map((code) => name('status', code)), everything],
        narrowed: isTicketFiltered(filter),
        nothing: isTicketFiltered(filter) ? (filter.who === 'mine' && filter.text === '' ? noneMine : none) : noneOpen,
      })
    })
  },

  search({ detail }: InputEvent) {
    setTyped(this, { filter: { ...this.data.filter, text: detail.value } })
    debounce(this, () => void this.ask())
  },
  choose({ detail }: InputEvent) {
    const who = whose.find((one) => one === detail.value) ?? 'all'
    this.setData({ filter: { ...this.data.filter, who } })
    return this.ask()
  },
  chooseState({ detail }: InputEvent) {
    const state = Number(detail.value)
    const codes = ['open', ...Object.values(statuses).map(String), 'all']
    this.setData({ state, filter: { ...this.data.filter, state: codes[state] ?? 'open' } })
    return this.ask()
  },
  clear() {
    flushTyped(this)
    this.setData({ state: 0, filter: everyOpen })
    return this.ask()
  },

  /** Rows keep their place: otherwise a double tap would claim the next row. */
  async claim({ currentTarget }: TapEvent) {
    const id = Number(currentTarget.dataset['id'])
    if (this.data.busy) return
    this.setData({ busy: true, claiming: id })
    let refused = ''
    try {
      await api.tickets.pick({ id })
      toast(textsOf(queueWords).claimed(id))
    } catch (error) {
      refused = errorText(error)
    }
    // Shows who was faster.
    const row = await api.tickets.info({ id }).then(
      (ticket) => rowOf(ticket, this.data.member, refused),
      () => undefined,
    )
    this.setData({
      busy: false,
      claiming: 0,
      rows: this.data.rows.map((one) => (one.id !== id ? one : { ...(row ?? one), photo: one.photo, refused })),
    })
  },
})

async function rowOf(ticket: QueueTicket, member: number, refused = '') {
  const [name, clock] = await Promise.all([codeNames(), teamClock()])
  const { claimThis, you } = textsOf(queueWords)
  const { id, device, deviceModel, owner, status, createdTime } = ticket
  const { fault = '', workers = [], photo = '', unread = false } = ticket
  const names = workers.map((one) => (one.id === member ? you : one.name))
  return {
    id,
    title: `#${id} ${device}`,
    icon: kindIcon(ticket.kind ?? ticket.type),
    model: deviceModel,
    fault,
    when: [owner, dateTime(createdTime, language.current(), clock), ...names].filter(Boolean).join(' · '),
    chip: chipOf({ isConfirmed: false, ...ticket }, textsOf(ticketWords), (code) => name('status', code)),
    photo,
    unread,
    claimable: statusMeaning(status).phase === 'unclaimed',
    claim: claimThis(id, device),
    refused,
  }
}
