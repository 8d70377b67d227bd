/**
 * Finds a one-time code in typed or pasted text: alone, in any case, with or without dashes and prefix, or within a
 * message. Other text is returned unchanged, for the service to refuse.
 */
export function codeFrom(typed: string, kind: 'mail' | 'inv' | 'pair'): string {
  const text = typed.normalize('NFKC').trim()
  const within = new RegExp(`${kind}_\\s*([0-9a-z](?:[\\s-]?[0-9a-z]){15})`, 'i').exec(text)?.[1]
  const alone = text.replace(/[\s-]/g, '')
  const long = within ?? (/^[0-9a-z]{16}$/i.test(alone) ? alone : undefined)
  const bare = long ?? (kind === 'mail' ? digitsIn(alone, text) : undefined)
  return bare === undefined ? text : `${kind}_${bare.toLowerCase().replace(/[\s-]/g, '')}`
}

/** A whole code of six digits, typed or within a pasted mail, as the service takes it. */
export function wholeDigits(typed: string): string | undefined {
  const code = codeFrom(typed, 'mail')
  return /^mail_\d{6}$/.test(code) ? code : undefined
}

/** Only digits, or six digits within a mail. */
function digitsIn(alone: string, text: string): string | undefined {
  return /^(?:mail_)?(\d+)$/i.exec(alone)?.[1] ?? /(?:^|\D)(\d{6})(?!\d)/.exec(text)?.[1]
}

/**
 * Finds the board's code in typed, pasted or scanned text: in any case, with blanks or dashes, with letters that look
 * like digits, alone or at the end of its address.
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
