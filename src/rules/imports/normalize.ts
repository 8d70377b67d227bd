/** A text as it is compared: full-width signs as ordinary ones, blanks of every kind as one. */
export function normalizedText(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\s\u200B\uFEFF]+/g, ' ')
    .trim()
}

/** Its letters and figures alone, in lower case. */
export function lettersAndDigits(text: string): string {
  return normalizedText(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
}
