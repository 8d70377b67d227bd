import type { Lang } from '#contract/languages.ts'

/** `zh_CN` as browsers write it. */
export function tag(lang: Lang): string {
  return lang.replace('_', '-')
}
