import type { Lang } from '../languages.ts'

const bare = /^[A-Z]?\d+$/i

const ofNumber: Readonly<Record<Lang, (number: string) => string>> = {
  zh_CN: (number) => `${number} 号维修台`,
  en_US: (number) => `Bench ${number}`,
}

/** The name of a bench in a language: members may type its number alone. Empty if there is none. */
export const benchName = (lang: Lang, bench: string): string => (bare.test(bench) ? ofNumber[lang](bench) : bench)
