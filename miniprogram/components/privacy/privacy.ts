import { type PrivacyAnswer, privacy } from '../../lib/privacy.ts'
import { plain, translated } from '../../lib/translated.ts'

const useOwnWords = translated({
  zh_CN: {
    title: '使用前请看一眼',
    text: '拍照、选图和扫码需要你的同意。我们只把你选的照片用在这张工单上，工单结束一段时间后会删除。',
    read: '查看《隐私保护指引》',
    agree: '同意',
    disagree: '暂不同意',
  },
  en_US: {
    title: 'Before you go on',
    text: 'Taking photos and scanning needs your consent. We use the photos you choose for this ticket alone, and delete them some time after it has ended.',
    read: 'Read the privacy guide',
    agree: 'Agree',
    disagree: 'Not now',
  },
})

interface Held {
  ask(resolve: PrivacyAnswer): void
  answer?: PrivacyAnswer
}
/** What WeChat waits for, by the dialog that asks; functions cannot be data. */
const held = new WeakMap<object, Held>()

/** Asks for consent where WeChat wants it: before the first photo, or the first scan. Each page that does such things has one. */
Component({
  data: { asking: false, w: plain(useOwnWords()) },
  lifetimes: {
    attached() {
      const own: Held = {
        ask: (resolve) => {
          own.answer = resolve
          this.setData({ asking: true, w: plain(useOwnWords()) })
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
    /** Pages of the bar below stay where they are: the one that is shown asks. */
    show() {
      const own = held.get(this)
      if (own) privacy.front(own.ask)
    },
    hide() {
      if (this.data.asking) this.disagree()
    },
  },
  methods: {
    read() {
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
