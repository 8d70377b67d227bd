/**
 * The one-time code in what somebody typed or pasted: the code alone, in any capitals, with or without its dashes and its
 * beginning, or a whole message around it. What is no code of ours stays as it was written; the service will say.
 */
export function codeFrom(typed: string, kind: 'mail' | 'inv' | 'pair'): string {
  const text = typed.normalize('NFKC').trim()
  const within = new RegExp(`${kind}_\\s*([0-9a-z](?:[\\s-]?[0-9a-z]){15})`, 'i').exec(text)?.[1]
  const alone = text.replace(/[\s-]/g, '')
  const bare =
    within ?? (/^[0-9a-z]{16}$/i.test(alone) ? alone : undefined) ?? (kind === 'mail' ? digits(text) : undefined)
  return bare === undefined ? text : `${kind}_${bare.toLowerCase().replace(/[\s-]/g, '')}`
}

/** Six digits, alone or in a mail: there they stand on a line of their own, which a field that has one line alone runs into the words. */
function digits(text: string): string | undefined {
  return (/^(?:mail_)?\s*(\d{3}[\s-]?\d{3})$/im.exec(text) ?? /(?<!\d)(\d{6})(?!\d)/.exec(text))?.[1]
}
