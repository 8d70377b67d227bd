import { codeFrom } from '#client/code.ts'
import { Failure } from '#contract/connect.ts'
import { type Lang, langs, languages } from '#contract/languages.ts'
import { cachedTeam } from '../../lib/codes.ts'
import { askConsent, saveConsent } from '../../lib/consent.ts'
import { UserError } from '../../lib/error-text.ts'
import { language, textsOf } from '../../lib/language.ts'
import { passCode, takePassedCode } from '../../lib/open.ts'
import { openPage } from '../../lib/open-page.ts'
import { type PhoneTap, phoneFromWechat } from '../../lib/phone.ts'
import { plain } from '../../lib/plain.ts'
import { randomName } from '../../lib/random.ts'
import { parseCode, scan } from '../../lib/scan.ts'
import { loadPage, runAction, screenOf, updateTexts } from '../../lib/screen.ts'
import { api, loggedOut, me } from '../../lib/session.ts'
import { nameTabs } from '../../lib/tabs.ts'
import { dateTime } from '../../lib/time.ts'
import { flushTyped, setTyped } from '../../lib/typing.ts'
import { appWords } from '../../lib/words.ts'
import { choiceInputOf, type Notify, notifyOf } from './notify.ts'
import { accountPageWords, otherWords } from './words.ts'

type Typed = WechatMiniprogram.CustomEvent<{ value: string }>
type MemberWish = Pick<NonNullable<Parameters<typeof api.members.login>[0]>, 'code' | 'stuid' | 'passwd'>

interface Pairing {
  readonly pair: string
  readonly from: string
  readonly where: string
  readonly since: string
}

/** Runs with the second factor or password that the service has asked for. */
let proving: (typed: string) => Promise<void> = async () => {}

/** Repeats carry the same idempotency key. */
let feedback = { content: '', key: '' }

/** The export of the user's data, until it is shared. */
const dataFile = () => `${wx.env.USER_DATA_PATH}/my-data.json`
const forgetData = () => wx.getFileSystemManager().unlink({ filePath: dataFile(), fail: () => {} })

const say = (title: string) => wx.showToast({ title, icon: 'none' })
const needsProof = (error: unknown) =>
  error instanceof Failure && (error.code === 'factor_needed' || error.code === 'proof_needed')

Page({
  data: {
    ...screenOf(accountPageWords),
    o: plain(textsOf(otherWords)),
    langs: langs.map((lang) => ({ lang, name: languages[lang].name })),
    here: '',
    typed: { name: '', phone: '', code: '', stuid: '', passwd: '', pair: '', feedback: '', proof: '' },
    /** Whether WeChat's number may be asked for. */
    phoneByCode: false,
    notify: null as Notify | null,
    member: null as { line: string; admin: boolean } | null,
    linked: false,
    byPassword: false,
    pairing: null as Pairing | null,
    asMember: false,
    /** The proof that the page asks for. */
    proof: '' as '' | 'factor' | 'password',
    exported: '',
    /** A board code scanned before the user is a member here. */
    board: '',
  },

  onLoad: forgetData,
  onUnload: forgetData,
  onShow() {
    this.rewordAll()
    void this.ask().then(() => this.useBrought())
  },
  onPullDownRefresh() {
    this.ask()
  },
  rewordAll() {
    updateTexts(this, accountPageWords)
    nameTabs()
    this.setData({ o: plain(textsOf(otherWords)) })
    wx.setNavigationBarTitle({ title: textsOf(accountPageWords).title })
  },

  ask() {
    return loadPage(this, async (isNewest) => {
      const said = textsOf(accountPageWords)
      const [who, { phoneByCode }] = await Promise.all([me(), cachedTeam()])
      if (!isNewest()) return
      const { typed } = this.data
      this.setData({
        phoneByCode,
        here: said.as(who?.name || said.unnamed),
        member: who?.member
          ? { line: said.memberAs(who.member.name, who.member.admin), admin: who.member.admin }
          : null,
        linked: who?.linked ?? false,
        typed: { ...typed, name: typed.name || (who?.name ?? ''), phone: typed.phone || (who?.phone ?? '') },
      })
      // A team without channels, or an older service, has no choices.
      const notify = await api.messages.choices().then(notifyOf, () => null)
      if (isNewest()) this.setData({ notify })
    })
  },

  async useBrought() {
    const found = takePassedCode('pairing', 'invitation', 'school', 'board')
    if (found?.kind === 'pairing') await this.look(found.code)
    else if (found?.kind === 'invitation' || found?.kind === 'school') await this.join({ code: found.code })
    else if (found?.kind === 'board') {
      this.setData({ board: found.code })
      if (this.data.linked) await this.joinAgain()
    }
  },

  type({ currentTarget, detail }: Typed) {
    setTyped(this, { typed: { ...this.data.typed, [currentTarget.dataset['name'] as string]: detail.value } })
  },
  clear(...names: (keyof typeof this.data.typed)[]) {
    flushTyped(this)
    this.setData({ typed: { ...this.data.typed, ...Object.fromEntries(names.map((name) => [name, ''])) } })
  },

  async saveProfile() {
    const { name, phone } = this.data.typed
    const worked = await runAction(this, async () => {
      await api.users.update({ name: name.trim(), phone: phone.trim() })
    })
    if (!worked) return
    say(textsOf(otherWords).common.saved)
    await this.ask()
  },
  usePhone({ detail }: PhoneTap) {
    return runAction(this, async () => {
      const phone = await phoneFromWechat(detail)
      if (phone) this.setData({ typed: { ...this.data.typed, phone } })
    })
  },
  async chooseLanguage({ detail }: Typed) {
    const lang = detail.value as Lang // one of those that the page offers
    language.choose(lang)
    this.rewordAll()
    await runAction(this, async () => {
      await api.users.updateLocale({ lang })
    })
    await this.ask()
  },

  async choose({ currentTarget, detail }: WechatMiniprogram.CustomEvent<{ value: boolean }>) {
    const wish = choiceInputOf(currentTarget.dataset['what'] as string, detail.value)
    await runAction(this, async () => {
      await api.messages.choose(wish)
    })
    // Shows the stored state, also after a failure.
    const { failed } = this.data
    await this.ask()
    if (failed) this.setData({ failed })
  },
  async consent() {
    const answers = await askConsent(this.data.notify?.templates ?? [])
    await saveConsent(answers)
    if (Object.values(answers).includes(true)) say(textsOf(accountPageWords).consented)
    await this.ask()
  },

  /** Runs a call that may need a proof; then asks for it and repeats the call. */
  async proven(work: () => Promise<void>): Promise<boolean> {
    let waits = false
    const worked = await runAction(this, async () => {
      try {
        await work()
      } catch (error) {
        if (!needsProof(error)) throw error
        const { factor, password } = await api.proof.ways()
        if (!factor && !password) throw new UserError(textsOf(otherWords).security.proveNone)
        waits = true
        this.prove(factor ? 'factor' : 'password', async (typed: string) => {
          await api.proof.confirm(factor ? { factor: typed } : { passwd: typed })
          await work()
        })
      }
    })
    return worked && !waits
  },
  prove(by: 'factor' | 'password', goOn: (typed: string) => Promise<void>) {
    proving = goOn
    this.clear('proof')
    this.setData({ proof: by })
    wx.pageScrollTo({ scrollTop: 0 })
  },
  async sendProof() {
    const typed = this.data.typed.proof.trim()
    if (typed === '') return
    const worked = await runAction(this, () => proving(typed))
    if (worked) this.endProof()
  },
  endProof() {
    proving = async () => {}
    this.clear('proof')
    this.setData({ proof: '' })
  },

  async join(wish: MemberWish) {
    const done = async () => {
      this.clear('code', 'stuid', 'passwd')
      this.setData({ byPassword: false })
      say(textsOf(accountPageWords).joined)
      await this.ask()
      const { board } = this.data
      if (board === '') return
      this.setData({ board: '' })
      passCode({ kind: 'board', code: board })
      void openPage('/team/shifts/shifts')
    }
    await runAction(this, async () => {
      try {
        await api.members.login(wish)
        await done()
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== 'factor_needed') throw error
        this.prove('factor', async (factor: string) => {
          await api.members.login({ ...wish, factor })
          await done()
        })
      }
    })
  },
  joinAgain() {
    return this.join({})
  },
  joinByCode() {
    const code = codeFrom(this.data.typed.code, 'inv')
    return code === '' ? undefined : this.join({ code })
  },
  joinByPassword() {
    const { stuid, passwd } = this.data.typed
    return stuid.trim() === '' ? undefined : this.join({ stuid: stuid.trim(), passwd })
  },
  openPassword() {
    this.setData({ byPassword: true })
  },
  async scanInvitation() {
    const text = await scan()
    if (text === undefined) return
    const found = parseCode(text)
    if (found?.kind === 'invitation' || found?.kind === 'school') await this.join({ code: found.code })
    else this.setData({ failed: textsOf(appWords).unknownScan })
  },
  async leaveDesk() {
    const worked = await runAction(this, async () => {
      await api.members.logout()
    })
    if (!worked) return
    say(textsOf(accountPageWords).memberOutDone)
    await this.ask()
  },
  go({ currentTarget }: WechatMiniprogram.TouchEvent) {
    void openPage(currentTarget.dataset['to'] as string)
  },

  async scanDevice() {
    const text = await scan()
    if (text === undefined) return
    const found = parseCode(text)
    if (found?.kind === 'pairing') await this.look(found.code)
    else this.setData({ failed: textsOf(appWords).unknownScan })
  },
  lookAtTyped() {
    const { pair } = this.data.typed
    return pair.trim() === '' ? undefined : this.look(codeFrom(pair, 'pair'))
  },
  /** Shows the device before it is approved. */
  look(pair: string) {
    return runAction(this, async () => {
      const { device, address, here, createdTime } = await api.session.pairing({ pair })
      const { security } = textsOf(otherWords)
      this.setData({
        pairing: {
          pair,
          from: security.pairingFrom(device || security.unknownDevice, address),
          where: here ? security.pairingHere : security.pairingElsewhere,
          since: dateTime(createdTime, language.current(), createdTime),
        },
        asMember: false,
      })
    })
  },
  chooseAsMember({ detail }: WechatMiniprogram.CustomEvent<{ value: string[] }>) {
    this.setData({ asMember: detail.value.length > 0 })
  },
  approve() {
    const { pairing, asMember } = this.data
    if (!pairing) return undefined
    return this.proven(async () => {
      await api.session.approve({ pair: pairing.pair, ...(asMember ? { member: true } : {}) })
      this.endPairing()
      say(textsOf(accountPageWords).approved)
    })
  },
  endPairing() {
    this.clear('pair')
    this.setData({ pairing: null })
  },

  async sendFeedback() {
    const content = this.data.typed.feedback.trim()
    if (content === '') return
    const worked = await runAction(this, async () => {
      if (feedback.content !== content) feedback = { content, key: randomName() }
      await api.users.report({ content }, { key: feedback.key })
    })
    if (!worked) return
    feedback = { content: '', key: '' }
    this.clear('feedback')
    say(textsOf(accountPageWords).thanks)
  },

  /** A mini-program cannot save a file; it can share one to a chat, in a tap of its own. */
  exportData() {
    return this.proven(async () => {
      const all = await api.users.export()
      const filePath = dataFile()
      await new Promise<void>((done, failed) => {
        wx.getFileSystemManager().writeFile({
          filePath,
          data: JSON.stringify(all, null, 2),
          encoding: 'utf8',
          success: () => done(),
          fail: failed,
        })
      })
      this.setData({ exported: filePath })
    })
  },
  share() {
    wx.shareFileMessage({
      filePath: this.data.exported,
      fileName: 'my-data.json',
      success: () => {
        forgetData()
        this.setData({ exported: '' })
      },
      fail: () => {},
    })
  },
  async erase() {
    const said = textsOf(accountPageWords)
    const { yes, no } = textsOf(appWords)
    const { confirm } = await wx.showModal({
      title: said.erase,
      content: said.eraseQuestion,
      confirmText: yes,
      cancelText: no,
    })
    if (!confirm) return
    await this.proven(async () => {
      await api.users.erase()
      loggedOut()
      say(said.erased)
      wx.reLaunch({ url: '/pages/home/home' })
    })
  },
  async logOut() {
    const worked = await runAction(this, async () => {
      await api.session.logout()
    })
    if (!worked) return
    loggedOut()
    say(textsOf(accountPageWords).loggedOut)
    wx.reLaunch({ url: '/pages/home/home' })
  },
})
