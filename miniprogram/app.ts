import { privacy } from './lib/privacy.ts'
import { nameTabs } from './lib/tabs.ts'
import { useAppWords } from './lib/words.ts'

App({
  onLaunch() {
    offerUpdates()
    privacy.listen()
    nameTabs()
  },
  onShow() {
    nameTabs()
  },
})

/** WeChat has loaded a newer version beside this one. */
function offerUpdates(): void {
  const manager = wx.getUpdateManager()
  manager.onUpdateReady(() => {
    const { updateTitle, updateReady } = useAppWords()
    wx.showModal({
      title: updateTitle,
      content: updateReady,
      showCancel: true,
      success: ({ confirm }) => confirm && manager.applyUpdate(),
    })
  })
}
