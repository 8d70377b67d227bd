import type { TemplateFieldKind } from '#contract/messages/templates.ts'

/** What WeChat accepts in each kind of field, and the text for an empty one. */
const forms: Readonly<
  Record<Exclude<TemplateFieldKind, 'time' | 'date'>, { not: RegExp; most: number; none: string; ellipsis?: string }>
> = {
  thing: { not: /\p{Cc}/gu, most: 20, none: '-', ellipsis: '…' },
  // Ten Chinese characters or twenty letters; WeChat refuses digits.
  name: { not: /[\p{Cc}\p{N}]/gu, most: 10, none: '-' },
  phrase: { not: /\P{Script=Han}/gu, most: 5, none: '新消息' },
  character_string: { not: /[^ -~]/g, most: 32, none: '-' },
  number: { not: /\D/g, most: 32, none: '0' },
  letter: { not: /[^A-Za-z]/g, most: 32, none: 'N' },
  symbol: { not: /[\p{L}\p{N}\p{Cc}\s]/gu, most: 5, none: '-' },
}

/**
 * A text in the form that WeChat accepts: it refuses the whole message for one wrong field. `at` is the time of the
 * message, written `2026-11-16 15:01`.
 */
export function templateValue(kind: TemplateFieldKind, text: string, at: string): string {
  if (kind === 'time' || kind === 'date') return timeIn(kind, text) ?? timeIn(kind, at) ?? ''
  const { not, most, none, ellipsis = '' } = forms[kind]
  const allowed = text.replace(/\s+/g, ' ').replace(not, '').trim()
  if (allowed === '') return none
  const room = kind === 'name' && /^[ -~]*$/.test(allowed) ? 20 : most
  return allowed.length <= room ? allowed : cut(allowed, room - ellipsis.length) + ellipsis
}

/** Counts UTF-16 units, as WeChat may, and cuts no character in half. */
function cut(text: string, most: number): string {
  let kept = ''
  for (const sign of text) {
    if (kept.length + sign.length > most) break
    kept += sign
  }
  return kept.trimEnd()
}

function timeIn(kind: 'time' | 'date', text: string): string | undefined {
  const [, year, month, day, time] = /^(\d{4})-(\d\d)-(\d\d) (\d\d:\d\d)$/.exec(text) ?? []
  if (time === undefined) return undefined
  const date = `${year}年${Number(month)}月${Number(day)}日`
  return kind === 'date' ? date : `${date} ${time}`
}
