import { api } from './session.ts'

/** The templates with which somebody can be told that it is ready. */
export async function templatesToAsk(): Promise<string[]> {
  const { wechat } = await api.messages.choices()
  return (wechat?.templates ?? []).map(({ template }) => template).slice(0, 3)
}

/** Asks whether to tell them; only in the handler of a tap. Nothing hangs on the answer. */
export async function askConsent(templates: readonly string[]): Promise<Readonly<Record<string, boolean>>> {
  if (templates.length === 0) return {}
  try {
    const answers = await wx.requestSubscribeMessage({ tmplIds: [...templates] })
    return Object.fromEntries(
      templates.map((template) => [template, (answers as Record<string, string>)[template] === 'accept']),
    )
  } catch {
    return {}
  }
}

/** Books what they answered. */
export async function bookConsent(answers: Readonly<Record<string, boolean>>): Promise<void> {
  for (const [template, accepted] of Object.entries(answers))
    await api.messages.consent({ template, accepted }).catch(() => {}) // the ticket is filed all the same
}
