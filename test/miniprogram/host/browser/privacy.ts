type Answer = { readonly event: string; readonly buttonId?: string }

/** Whether somebody has agreed to the privacy guide, and who asks them. */
export const privacy: {
  agreed: boolean
  ask?: (resolve: (answer: Answer) => void) => void
  /** The button for agreeing that was tapped last: WeChat wants to hear which one it was. */
  button: string
} = { agreed: false, button: '' }

/** What needs consent to the privacy guide asks for it first, once. */
export function privacyAgreed(): Promise<void> {
  if (privacy.agreed) return Promise.resolve()
  return new Promise((resolve, reject) => {
    if (!privacy.ask) throw new Error('nobody asks for consent to the privacy guide')
    privacy.ask(({ event, buttonId = '' }) => {
      if (event === 'disagree') reject(new Error('privacy permission is not authorized'))
      if (event !== 'agree') return
      if (buttonId === '' || buttonId !== privacy.button) return reject(new Error('no button for agreeing was tapped'))
      privacy.agreed = true
      resolve()
    })
  })
}
