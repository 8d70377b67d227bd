import { api } from './session.ts'
import { type AskedPerson, templatesFor } from './templates.ts'

export async function templatesToAsk(as: AskedPerson = 'owner'): Promise<string[]> {
  return templatesFor(await api.messages.choices(), as)
}

/** Must be called in the handler of a tap. The answer changes nothing else. */
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

export async function saveConsent(answers: Readonly<Record<string, boolean>>): Promise<void> {
  for (const [template, accepted] of Object.entries(answers))
    await api.messages.consent({ template, accepted }).catch(() => {}) // the ticket is filed all the same
}
