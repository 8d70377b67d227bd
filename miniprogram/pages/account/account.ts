import { codeFrom } from '#client/code.ts'
import { idempotentCall } from '#client/idempotent-call.ts'
import { Failure } from '#contract/connect.ts'
import { type Lang, langs, languages } from '#contract/languages.ts'
import { cachedTeam } from '../../lib/codes.ts'
import { askConsent, saveConsent } from '../../lib/consent.ts'
import { UserError } from '../../lib/error-text.ts'
import { language, textsOf } from '../../lib/language.ts'
import { type MemberPage, memberPages } from '../../lib/member-pages.ts'
import { passCode, takePassedCode } from '../../lib/open.ts'
import { openPage } from '../../lib/open-page.ts'
import { type PhoneTap, phoneFromWechat } from '../../lib/phone.ts'
import { randomName } from '../../lib/random.ts'
import { parseCode, type ScannedCode, scan } from '../../lib/scan.ts'
import {
  type CheckboxEvent,
  confirm,
  definePage,
  type InputEvent,
  loadPage,
  runAction,
  type SwitchEvent,
  toast,
} from '../../lib/screen.ts'
import { api, loggedOut, me } from '../../lib/session.ts'
import { dateTime } from '../../lib/time.ts'
import { flushTyped, setTyped } from '../../lib/typed-data.ts'
import { appWords } from '../../lib/words.ts'
import { choiceInputOf, type Notify, notifyOf } from './notify.ts'
import { accountPageWords as words } from './words.ts'

type MemberInput = Pick<NonNullable<Parameters<typeof api.members.login>[0]>, 'code' | 'stuid' | 'passwd'>

/** Runs with the second factor or password that the service has asked for. */
let proving: (typed: string) => Promise<void> = async () => {}

const sendFeedback = idempotentCall(api.users.report, randomName)

/** The export of the user's data, until it is shared. */
const dataFile = () => `${wx.env.USER_DATA_PATH}/my-data.json`
const forgetData = () => wx.getFileSystemManager().unlink({ filePath: dataFile(), fail: () => {} })

const needsProof = (error: unknown) =>
  error instanceof Failure && (error.code === 'factor_needed' || error.code === 'proof_needed')

definePage({
  words,
  title: ({ title }) => title,
  tab: true,
  data: {
    langs: langs.map((lang) => ({ lang, name: languages[lang].name })),
    here: '',
    typed: { name: '', phone: '', code: '', stuid: '', passwd: '', pair: '', feedback: '', proof: '' },
    /** Whether WeChat's number may be asked for. */
    phoneByCode: false,
    notify: null as Notify | null,
    member: null as { line: string; admin: boolean } | null,
    memberPages: [] as MemberPage[],
    linked: false,
    byPassword: false,
    pairing: null as { pair: string; from: string; where: string; since: string } | null,
    asMember: false,
    /** The proof that the page asks for. */
    proof: '' as '' | 'factor' | 'password',
    exported: '',
    /** A board code scanned before the user is a member here. */
    board: '',
  },

  onLoad: forgetData,
  onUnload: forgetData,
  shown() {
    void this.ask().then(() => this.use(takePassedCode('pairing', 'invitation', 'school', 'board')))
  },

  ask() {
    return loadPage(this, async (isNewest) => {
      const texts = textsOf(words)
      const [who, { phoneByCode }] = await Promise.all([me(), cachedTeam()])
      if (!isNewest()) return
      const { typed } = this.data
      this.setData({
        phoneByCode,
        here: texts.as(who?.name || texts.unnamed),
        member: who?.member
          ? { line: texts.memberAs(who.member.name, who.member.admin), admin: who.member.admin }
          : null,
        memberPages: who?.member ? memberPages(who.member.admin) : [],
        linked: who?.linked ?? false,
        typed: { ...typed, name: typed.name || (who?.name ?? ''), phone: typed.phone || (who?.phone ?? '') },
      })
      // A team without channels, or an older service, has no choices.
      const notify = await api.messages.choices().then(notifyOf, () => null)
      if (isNewest()) this.setData({ notify })
    })
  },

  async use(found: ScannedCode | undefined) {
    if (found?.kind === 'pairing') await this.look(found.code)
    else if (found?.kind === 'invitation' || found?.kind === 'school') await this.join({ code: found.code })
    else if (found?.kind === 'board') {
      this.setData({ board: found.code })
      if (this.data.linked) await this.join({})
    }
  },

  type({ currentTarget, detail }: InputEvent) {
    setTyped(this, { typed: { ...this.data.typed, [currentTarget.dataset['name'] as string]: detail.value } })
  },
  clear(...names: (keyof typeof this.data.typed)[]) {
    flushTyped(this)
    this.setData({ typed: { ...this.data.typed, ...Object.fromEntries(names.map((name) => [name, ''])) } })
  },

  /** Runs an action, says that it is done and reloads. */
  async act(done: string, work: () => Promise<unknown>) {
    if (!(await runAction(this, work))) return
    toast(done)
    await this.ask()
  },
  async saveProfile() {
    const { name, phone } = this.data.typed
    await this.act(textsOf(words).common.saved, () => api.users.update({ name: name.trim(), phone: phone.trim() }))
  },
  usePhone({ detail }: PhoneTap) {
    return runAction(this, async () => {
      const phone = await phoneFromWechat(detail)
      if (phone) this.setData({ typed: { ...this.data.typed, phone } })
    })
  },
  async chooseLanguage({ detail }: InputEvent) {
    const lang = detail.value as Lang // one of those that the page offers
    language.choose(lang)
    this.reword()
    await runAction(this, () => api.users.updateLocale({ lang }))
    await this.ask()
  },

  async choose({ currentTarget, detail }: SwitchEvent) {
    const input = choiceInputOf(currentTarget.dataset['what'] as string, detail.value)
    await runAction(this, () => api.messages.choose(input))
    // Shows the stored state, also after a failure.
    const { failed } = this.data
    await this.ask()
    if (failed) this.setData({ failed })
  },
  async consent() {
    const answers = await askConsent(this.data.notify?.templates ?? [])
    await saveConsent(answers)
    if (Object.values(answers).includes(true)) toast(textsOf(words).consented)
    await this.ask()
  },

  /** Runs a call that may need a proof; then asks for it and repeats the call. */
  proven(work: () => Promise<void>) {
    return runAction(this, async () => {
      try {
        await work()
      } catch (error) {
        if (!needsProof(error)) throw error
        const { factor, password } = await api.proof.ways()
        if (!factor && !password) throw new UserError(textsOf(words).security.proveNone)
        this.prove(factor ? 'factor' : 'password', async (typed: string) => {
          await api.proof.confirm(factor ? { factor: typed } : { passwd: typed })
          await work()
        })
      }
    })
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
    if (await runAction(this, () => proving(typed))) this.endProof()
  },
  endProof() {
    proving = async () => {}
    this.clear('proof')
    this.setData({ proof: '' })
  },

  async join(input: MemberInput) {
    const done = async () => {
      this.clear('code', 'stuid', 'passwd')
      this.setData({ byPassword: false })
      toast(textsOf(words).joined)
      await this.ask()
      const { board } = this.data
      if (board === '') return
      this.setData({ board: '' })
      passCode({ kind: 'board', code: board })
      void openPage('/team/shifts/shifts')
    }
    await runAction(this, async () => {
      try {
        await api.members.login(input)
        await done()
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== 'factor_needed') throw error
        this.prove('factor', async (factor: string) => {
          await api.members.login({ ...input, factor })
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
  /** Scans a code and uses it, if it is one of these kinds. */
  async scanFor(...kinds: readonly ScannedCode['kind'][]) {
    const text = await scan()
    if (text === undefined) return
    const found = parseCode(text)
    if (found && kinds.includes(found.kind)) await this.use(found)
    else this.setData({ failed: textsOf(appWords).unknownScan })
  },
  scanInvitation() {
    return this.scanFor('invitation', 'school')
  },
  leaveDesk() {
    return this.act(textsOf(words).memberOutDone, () => api.members.logout())
  },

  scanDevice() {
    return this.scanFor('pairing')
  },
  lookAtTyped() {
    const { pair } = this.data.typed
    return pair.trim() === '' ? undefined : this.look(codeFrom(pair, 'pair'))
  },
  /** Shows the device before it is approved. */
  look(pair: string) {
    return runAction(this, async () => {
      const { device, address, here, createdTime } = await api.session.pairing({ pair })
      const { security } = textsOf(words)
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
  chooseAsMember({ detail }: CheckboxEvent) {
    this.setData({ asMember: detail.value.length > 0 })
  },
  approve() {
    const { pairing, asMember } = this.data
    if (!pairing) return undefined
    return this.proven(async () => {
      await api.session.approve({ pair: pairing.pair, ...(asMember ? { member: true } : {}) })
      this.endPairing()
      toast(textsOf(words).approved)
    })
  },
  endPairing() {
    this.clear('pair')
    this.setData({ pairing: null })
  },

  async sendFeedback() {
    const content = this.data.typed.feedback.trim()
    if (content === '') return
    if (!(await runAction(this, () => sendFeedback({ content })))) return
    this.clear('feedback')
    toast(textsOf(words).thanks)
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
    const { erase, eraseQuestion, erased } = textsOf(words)
    if (!(await confirm(erase, eraseQuestion))) return
    await this.proven(async () => {
      await api.users.erase()
      goHome(erased)
    })
  },
  async logOut() {
    if (await runAction(this, () => api.session.logout())) goHome(textsOf(words).loggedOut)
  },
})

function goHome(title: string): void {
  loggedOut()
  toast(title)
  wx.reLaunch({ url: '/pages/home/home' })
}
