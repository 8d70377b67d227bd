/** The texts that are not functions: templates can show only these. */
export function plain<W extends object>(words: W): PlainTexts<W> {
  return Object.fromEntries(
    Object.entries(words)
      .filter(([, text]) => typeof text !== 'function')
      .map(([name, text]) => [
        name,
        typeof text === 'object' && text !== null && !Array.isArray(text) ? plain(text) : text,
      ]),
  ) as PlainTexts<W>
}

// biome-ignore lint/suspicious/noExplicitAny: any function at all
type TextFunction = (...facts: any[]) => unknown
export type PlainTexts<W> = {
  [K in keyof W as W[K] extends TextFunction ? never : K]: W[K] extends readonly unknown[]
    ? W[K]
    : W[K] extends object
      ? PlainTexts<W[K]>
      : W[K]
}
