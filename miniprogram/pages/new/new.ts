import { kindIcon } from '#client/chip.ts'
import type { IconName } from '#client/icons.ts'
import { inLanguages } from '#client/in-languages.ts'
import {
  draftFrom,
  isEmptyTicketDraft,
  missingInProfile,
  newTicketDraft,
  type TicketDraft,
  ticketInput,
} from '#client/ticket-draft.ts'
import { filingWords } from '#client/words/filing.ts'
import { ticketWords } from '#client/words/ticket.ts'
import { accessories as accessoryCodes } from '#contract/codes.ts'
import { Failure } from '#contract/connect.ts'
import type { Lang } from '#contract/languages.ts'
import { cachedTeam, codeNames, kindNames } from '../../lib/codes.ts'
import { askConsent, saveConsent, templatesToAsk } from '../../lib/consent.ts'
import { UserError } from '../../lib/error-text.ts'
import { textsOf } from '../../lib/language.ts'
import { dayPage } from '../../lib/open-page.ts'
import { type PhoneTap, phoneFromWechat, phoneWords } from '../../lib/phone.ts'
import { addPhotos, type Photo, removePhoto, retryPhotos, sendWith, uploadedPhoto } from '../../lib/photos.ts'
import { randomName } from '../../lib/random.ts'
import { type CheckboxEvent, definePage, type InputEvent, loadPage, runAction, toast } from '../../lib/screen.ts'
import { api, type Me, me } from '../../lib/session.ts'
import { storedValue } from '../../lib/storage.ts'
import { cancelDebounce, debounce, flushTyped, setTyped } from '../../lib/typed-data.ts'

const ownWords = inLanguages({
  zh_CN: { noDevice: '请填写物品名称。' },
  en_US: { noDevice: 'Please say what it is.' },
})

const words = (lang: Lang) => ({ ...filingWords(lang), ...phoneWords(lang), photos: ticketWords(lang).photos })

const stored = storedValue('draft', '')
const readDraft = () => draftFrom(stored.get() || undefined, Date.now()) ?? newTicketDraft(randomName(), Date.now())

definePage({
  words,
  title: ({ title }) => title,
  data: {
    /** The language of the texts that were loaded. */
    loadedIn: '',
    /** Whether WeChat's number may be asked for. */
    phoneByCode: false,
    draft: readDraft(),
    restored: false,
    photos: [] as Photo[],
    kinds: [] as { id: number; name: string; icon: IconName }[],
    accessories: [] as { code: number; name: string; chosen: boolean }[],
    owner: '',
    phone: '',
    /** The service had received it before the text was changed. */
    arrived: false,
    /** The ticket is filed and its draft deleted. */
    done: false,
    templates: [] as string[],
    /** The repair day to return to, for booking. */
    day: '',
    /** The answers about consent, so that a retry does not ask again. */
    consents: {} as Readonly<Record<string, boolean>>,
  },

  onLoad({ day = '' }: { day?: string }) {
    const draft = readDraft()
    this.setData({ day, draft, restored: !isEmptyTicketDraft(draft), photos: draft.pic.map(uploadedPhoto) })
  },
  ask() {
    const { draft, lang } = this.data
    this.setData({ loadedIn: lang })
    return loadPage(this, async (isNewest) => {
      const [team, kindName, name] = await Promise.all([cachedTeam(), kindNames(), codeNames()])
      if (!isNewest()) return
      const kinds = [{ id: 0, type: 0 }, { id: 1, type: 1 }, ...team.kinds]
      this.setData({
        phoneByCode: team.phoneByCode,
        kinds: kinds.map(({ id, type }) => ({ id, name: kindName({ type, kind: id }), icon: kindIcon(id) })),
        accessories: Object.values(accessoryCodes).map((code) => ({
          code,
          name: name('accessory', code),
          chosen: draft.accessories.includes(code),
        })),
      })
      const who = await me()
      if (!isNewest()) return
      this.setData({ owner: this.data.owner || (who?.name ?? ''), phone: this.data.phone || (who?.phone ?? '') })
      const templates = await templatesToAsk().catch(() => [])
      if (isNewest()) this.setData({ templates })
    })
  },
  shown() {
    // Loading again would replace what was chosen.
    if (this.data.loadedIn !== this.data.lang) void this.ask()
    // Uploads may have failed in the background.
    void retryPhotos(this).then(() => this.rest())
  },
  rest() {
    this.keep({})
  },

  keep(to: Partial<TicketDraft>) {
    if (this.data.done) return
    const pic = this.data.photos.map(({ url }) => url).filter(Boolean)
    const draft = { ...this.data.draft, ...to, pic }
    setTyped(this, { draft })
    if (isEmptyTicketDraft(draft)) stored.clear()
    else stored.set(JSON.stringify({ ...draft, at: Date.now() }))
  },
  type({ currentTarget, detail }: InputEvent) {
    setTyped(this, { draft: { ...this.data.draft, [currentTarget.dataset['name'] as string]: detail.value } })
    debounce(this, () => this.rest())
  },
  choose({ detail }: InputEvent) {
    this.keep({ kind: Number(detail.value) })
    flushTyped(this)
  },
  bring({ detail }: CheckboxEvent) {
    const chosen = detail.value.map(Number)
    this.setData({ accessories: this.data.accessories.map((one) => ({ ...one, chosen: chosen.includes(one.code) })) })
    this.keep({ accessories: chosen })
  },
  usePhone({ detail }: PhoneTap) {
    return runAction(this, async () => {
      const phone = await phoneFromWechat(detail)
      if (phone) this.setData({ phone })
    })
  },
  async addPhotos() {
    await addPhotos(this)
    this.rest()
  },
  removePhoto({ detail }: WechatMiniprogram.CustomEvent<{ id: number }>) {
    removePhoto(this, detail.id)
    this.rest()
  },
  afresh() {
    cancelDebounce(this)
    flushTyped(this)
    stored.clear()
    const accessories = this.data.accessories.map((one) => ({ ...one, chosen: false }))
    this.setData({ draft: readDraft(), photos: [], restored: false, arrived: false, failed: '', accessories })
  },
  /** Files the changed text as another ticket. */
  another() {
    this.keep({ key: randomName() })
    this.setData({ arrived: false })
    return this.send()
  },

  async send() {
    if (this.data.draft.device.trim() === '') {
      this.setData({ failed: textsOf(ownWords).noDevice })
      return
    }
    let id: string | null = null
    const worked = await runAction(this, async () => {
      // WeChat allows the question only in a tap, so it comes first.
      if (Object.keys(this.data.consents).length === 0)
        this.setData({ consents: await askConsent(this.data.templates) })
      try {
        id = await this.file()
      } catch (error) {
        const reused = error instanceof Failure && error.code === 'key_reused'
        this.setData({ arrived: reused })
        if (error instanceof Failure && error.status === 0) throw new UserError(textsOf(filingWords).cut)
        throw reused ? new UserError(textsOf(filingWords).arrived) : error
      }
      this.setData({ done: true })
      stored.clear()
      await saveConsent(this.data.consents)
    })
    if (!worked) return
    toast(textsOf(filingWords).filed)
    const { day } = this.data
    if (id) wx.redirectTo({ url: day ? `${dayPage(Number(day))}&ticket=${id}` : `/pages/ticket/ticket?id=${id}` })
    else wx.switchTab({ url: '/pages/mine/mine' })
  },

  async file(): Promise<string | null> {
    const who = await me()
    const id = await sendWith<string | null>(this, (pic) => this.create(pic)).finally(() => this.rest())
    if (who) await remember(who, { owner: this.data.owner.trim(), phone: this.data.phone.trim() })
    return id
  },
  async create(pic: string[]): Promise<string | null> {
    this.rest()
    const { draft } = this.data
    let id: string | null = null
    await api.tickets.create(ticketInput(draft, this.data, pic), {
      key: draft.key,
      onHeaders: (header) => {
        id = header('x-ticket-id')
      },
    })
    return id
  },
})

/** Completes the profile for the next ticket. */
async function remember(who: Me, contact: { owner: string; phone: string }): Promise<void> {
  const lacking = missingInProfile(who, contact)
  if (Object.keys(lacking).length > 0) await api.users.update(lacking).catch(() => {})
}
