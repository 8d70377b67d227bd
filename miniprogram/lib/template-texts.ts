/** The texts that are not functions: templates can show only these. */
export function templateTexts<W extends object>(words: W): TemplateTexts<W> {
  return Object.fromEntries(
    Object.entries(words)
      .filter(([, text]) => typeof text !== 'function')
      .map(([name, text]) => [
        name,
        typeof text === 'object' && text !== null && !Array.isArray(text) ? templateTexts(text) : text,
      ]),
  ) as TemplateTexts<W>
}

// biome-ignore lint/suspicious/noExplicitAny: any function at all
type TextFunction = (...facts: any[]) => unknown
export type TemplateTexts<W> = {
  [K in keyof W as W[K] extends TextFunction ? never : K]: W[K] extends readonly unknown[]
    ? W[K]
    : W[K] extends object
      ? TemplateTexts<W[K]>
      : W[K]
}
