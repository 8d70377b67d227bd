import { inLanguages } from '#client/in-languages.ts'
import { textsOf } from '../../lib/language.ts'
import { type PrivacyAnswer, privacy } from '../../lib/privacy.ts'
import { templateTexts } from '../../lib/template-texts.ts'

const ownWords = inLanguages({
  zh_CN: {
    title: '使用照片或手机号前',
    text: '拍照、选图和使用微信手机号需要你的同意。照片只用在这张工单上，手机号只用来联系你，工单结束一段时间后都会删除。',
    read: '查看《隐私保护指引》',
    agree: '同意',
    disagree: '暂不同意',
  },
  en_US: {
    title: 'Before you add photos or your number',
    text: 'We need your consent to use photos and your WeChat phone number. The photos are used for this ticket only, the number only to reach you. Both are deleted some time after the ticket is closed.',
    read: 'Read the privacy guide',
    agree: 'Agree',
    disagree: 'Not now',
  },
})

interface DialogState {
  ask(resolve: PrivacyAnswer): void
  answer?: PrivacyAnswer
  /** The guide is open and may hide the page. */
  reading?: boolean
}
/** WeChat's callbacks by dialog; functions cannot be page data. */
const held = new WeakMap<object, DialogState>()

/** Asks for the consent that WeChat requires before photos and phone numbers. */
Component({
  data: { asking: false, w: templateTexts(textsOf(ownWords)) },
  lifetimes: {
    attached() {
      const own: DialogState = {
        ask: (resolve) => {
          own.answer = resolve
          this.setData({ asking: true, w: templateTexts(textsOf(ownWords)) })
        },
      }
      held.set(this, own)
      privacy.join(own.ask)
    },
    detached() {
      const own = held.get(this)
      own?.answer?.({ event: 'disagree' })
      if (own) privacy.leave(own.ask)
    },
  },
  pageLifetimes: {
    /** Pages of the tab bar stay alive: the visible one asks. */
    show() {
      const own = held.get(this)
      if (!own) return
      own.reading = false
      privacy.front(own.ask)
    },
    hide() {
      if (this.data.asking && !held.get(this)?.reading) this.disagree()
    },
  },
  methods: {
    read() {
      const own = held.get(this)
      if (own) own.reading = true
      wx.openPrivacyContract({ fail: () => {} })
    },
    agree() {
      this.done({ event: 'agree', buttonId: 'agree' })
    },
    disagree() {
      this.done({ event: 'disagree' })
    },
    done(answer: Parameters<PrivacyAnswer>[0]) {
      const own = held.get(this)
      own?.answer?.(answer)
      if (own) delete own.answer
      this.setData({ asking: false })
    },
  },
})
