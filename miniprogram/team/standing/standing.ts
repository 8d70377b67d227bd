import { commonWords } from '#client/words/common.ts'
import { textsOf } from '../../lib/language.ts'
import { plain } from '../../lib/plain.ts'
import { appWords } from '../../lib/words.ts'

/** What stands at the top of each page for members: that it loads, that it could not, or that it is for others. */
Component({
  properties: {
    loading: { type: Boolean, value: false },
    failed: { type: String, value: '' },
    stranger: { type: Boolean, value: false },
    admin: { type: Boolean, value: false },
  },
  data: { app: plain(textsOf(appWords)), needs: plain(textsOf(commonWords).needs) },
  observers: {
    'loading, failed, stranger'() {
      this.setData({ app: plain(textsOf(appWords)), needs: plain(textsOf(commonWords).needs) })
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
