export type PrivacyAnswer = (answer: { event: 'agree' | 'disagree'; buttonId?: string }) => void

type PrivacyDialog = (resolve: PrivacyAnswer) => void
const dialogs: PrivacyDialog[] = []

/** The dialog of the current page asks; each page registers its own. */
export const privacy = {
  join: (ask: PrivacyDialog): void => void dialogs.push(ask),
  leave(ask: PrivacyDialog): void {
    const place = dialogs.indexOf(ask)
    if (place >= 0) dialogs.splice(place, 1)
  },
  front(ask: PrivacyDialog): void {
    privacy.leave(ask)
    privacy.join(ask)
  },
  /** WeChat calls this before a function that needs consent. */
  listen(): void {
    wx.onNeedPrivacyAuthorization((given) => {
      const resolve = given as unknown as PrivacyAnswer // the documentation says that it is a function; the typings do not
      const ask = dialogs[dialogs.length - 1]
      if (ask) ask(resolve)
      else resolve({ event: 'disagree' })
    })
  },
}
