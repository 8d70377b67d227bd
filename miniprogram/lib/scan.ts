import { boardCodeIn, codeFrom } from '#client/code.ts'
import { parseScan } from '#client/scan.ts'

export type ScannedCode =
  | { readonly kind: 'ticket' | 'tag' | 'day'; readonly number: number }
  | { readonly kind: 'receipt' | 'invitation' | 'school' | 'pairing' | 'board'; readonly code: string }

/** The secret after the `#` of an address. */
const fragment = (text: string, page: string) => new RegExp(`/${page}#([^#]+)$`).exec(text)?.[1]

export function parseCode(text: string): ScannedCode | undefined {
  const board = fragment(text, 'in')
  if (board !== undefined) {
    const code = boardCodeIn(board)
    return code === undefined ? undefined : { kind: 'board', code }
  }
  if (/inv_/i.test(text)) return { kind: 'invitation', code: codeFrom(text, 'inv') }
  if (/pair_/i.test(text)) return { kind: 'pairing', code: codeFrom(text, 'pair') }
  const school = /(?:^|[^\w])((?:sso_|ST-)[\w.-]+)/.exec(text)?.[1]
  if (school !== undefined) return { kind: 'school', code: school }
  const day = /[/]events[/]([1-9]\d{0,14})$/.exec(text.trim())?.[1]
  if (day !== undefined) return { kind: 'day', number: Number(day) }
  const found = parseScan(text)
  if (!found) return undefined
  if ('receipt' in found) return { kind: 'receipt', code: found.receipt }
  return 'tag' in found ? { kind: 'tag', number: found.tag } : { kind: 'ticket', number: found.ticket }
}

/** Undefined if the user cancels. */
export async function scan(): Promise<string | undefined> {
  try {
    return (await wx.scanCode({ onlyFromCamera: false })).result
  } catch {
    return undefined
  }
}
