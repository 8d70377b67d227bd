import { useWords } from '#web/components/words.ts'
import { plain } from '../../lib/translated.ts'
import { useAppWords } from '../../lib/words.ts'

/** What stands at the top of each page for members: that it loads, that it could not, or that it is for others. */
Component({
  properties: {
    loading: { type: Boolean, value: false },
    failed: { type: String, value: '' },
    stranger: { type: Boolean, value: false },
    admin: { type: Boolean, value: false },
  },
  data: { app: plain(useAppWords()), needs: plain(useWords().needs) },
  observers: {
    'loading, failed, stranger'() {
      this.setData({ app: plain(useAppWords()), needs: plain(useWords().needs) })
    },
  },
  methods: {
    retry() {
      this.triggerEvent('retry')
    },
    account() {
      wx.switchTab({ url: '/pages/account/account' })
    },
  },
})
