import { textsOf } from './lib/language.ts'
import { privacy } from './lib/privacy.ts'
import { appWords } from './lib/words.ts'

App({
  onLaunch() {
    offerUpdates()
    privacy.listen()
  },
})

function offerUpdates(): void {
  const manager = wx.getUpdateManager()
  manager.onUpdateReady(() => {
    const { updateTitle, updateReady, yes, no } = textsOf(appWords)
    wx.showModal({
      title: updateTitle,
      content: updateReady,
      confirmText: yes,
      cancelText: no,
      success: ({ confirm }) => confirm && manager.applyUpdate(),
    })
  })
}
