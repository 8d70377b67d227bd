import { commonWords } from '#client/words/common.ts'
import { textsOf } from '../../lib/language.ts'
import { templateTexts } from '../../lib/template-texts.ts'
import { appWords } from '../../lib/words.ts'

/** The top of each member's page: loading, failed, or not for this user. */
Component({
  properties: {
    loading: { type: Boolean, value: false },
    failed: { type: String, value: '' },
    stranger: { type: Boolean, value: false },
    admin: { type: Boolean, value: false },
  },
  data: { app: templateTexts(textsOf(appWords)), needs: templateTexts(textsOf(commonWords).needs) },
  observers: {
    'loading, failed, stranger'() {
      this.setData({ app: templateTexts(textsOf(appWords)), needs: templateTexts(textsOf(commonWords).needs) })
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
