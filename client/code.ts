/**
 * The one-time code in what somebody typed or pasted: the code alone, in any capitals, with or without its dashes and its
 * beginning, or a whole message around it. What is no code of ours stays as it was written; the service will say.
 */
export function codeFrom(typed: string, kind: 'mail' | 'inv' | 'pair'): string {
  const text = typed.normalize('NFKC').trim()
  const within = new RegExp(`${kind}_\\s*([0-9a-z](?:[\\s-]?[0-9a-z]){15})`, 'i').exec(text)?.[1]
  const alone = text.replace(/[\s-]/g, '')
  const long = within ?? (/^[0-9a-z]{16}$/i.test(alone) ? alone : undefined)
  const bare = long ?? (kind === 'mail' ? digitsIn(alone, text) : undefined)
  return bare === undefined ? text : `${kind}_${bare.toLowerCase().replace(/[\s-]/g, '')}`
}

/** Digits alone, however many, or six of them in a mail. */
function digitsIn(alone: string, text: string): string | undefined {
  return /^(?:mail_)?(\d+)$/i.exec(alone)?.[1] ?? /(?:^|\D)(\d{6})(?!\d)/.exec(text)?.[1]
}

/**
 * The code of the board in what somebody typed, pasted or scanned: in any capitals, with blanks or dashes, with letters that look like the digits
 * they stand for, alone or at the end of its address.
 */
export function boardCodeIn(typed: string): string | undefined {
  const text = typed.normalize('NFKC').trim()
  const code = text
    .slice(text.lastIndexOf('#') + 1)
    .replace(/[\s\-–]/g, '')
    .toUpperCase()
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
  return /^[0-9A-HJKMNP-TV-Z]{8}$/.test(code) ? code : undefined
}
