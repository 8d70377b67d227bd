type Answer = { readonly event: string; readonly buttonId?: string }

/** Whether the user has agreed to the privacy guide, and the callbacks that ask for it. */
export const privacy: {
  agreed: boolean
  ask?: (resolve: (answer: Answer) => void) => void
  /** The id of the last tapped button for agreeing: WeChat requires it. */
  button: string
} = { agreed: false, button: '' }

/** Asks for consent to the privacy guide once, before a function that needs it. */
export function privacyAgreed(): Promise<void> {
  if (privacy.agreed) return Promise.resolve()
  return new Promise((resolve, reject) => {
    if (!privacy.ask) throw new Error('no page has asked for consent to the privacy guide')
    privacy.ask(({ event, buttonId = '' }) => {
      if (event === 'disagree') reject(new Error('privacy permission is not authorized'))
      if (event !== 'agree') return
      if (buttonId === '' || buttonId !== privacy.button) return reject(new Error('no button for agreeing was tapped'))
      privacy.agreed = true
      resolve()
    })
  })
}
