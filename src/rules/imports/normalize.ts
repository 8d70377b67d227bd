/** Normalises width and spaces for comparison. */
export function normalizedText(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\s\u200B\uFEFF]+/g, ' ')
    .trim()
}

export function lettersAndDigits(text: string): string {
  return normalizedText(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
}
