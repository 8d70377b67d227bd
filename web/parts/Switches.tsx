import { ActionIcon, Button, type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import type { Lang } from '#contract/languages.ts'
import { api, queries, useMe } from '#web/data/api.ts'
import { language, useLang } from '#web/lib/language.ts'
import { tag } from '#web/lib/tag.ts'
import { Icon, type IconName } from './Icon.tsx'
import { useWords } from './words.ts'

/** Each in its own words. */
export const languageNames: Record<Lang, string> = { zh_CN: '中文', en_US: 'English' }

/** Chooses the language for this browser and, for somebody who is logged in, wherever they log in. */
export function useChooseLanguage(): (lang: Lang) => void {
  const me = useMe()
  return async (lang) => {
    language.choose(lang)
    // Not being able to write it down must not keep anybody from reading the page.
    if (me.data) await api.users.updateLocale({ lang }).catch(() => {})
    // The service words some of what is on the page.
    await queries.invalidateQueries()
  }
}

export function LanguageSwitch() {
  const { otherLanguage } = useWords()
  const lang = useLang()
  const choose = useChooseLanguage()
  const other: Lang = lang === 'zh_CN' ? 'en_US' : 'zh_CN'
  return (
    <Button variant="subtle" color="gray" px="sm" lang={tag(other)} onClick={() => choose(other)}>
      {otherLanguage}
    </Button>
  )
}

const schemes: Record<MantineColorScheme, { next: MantineColorScheme; icon: IconName }> = {
  auto: { next: 'light', icon: 'contrast' },
  light: { next: 'dark', icon: 'sun' },
  dark: { next: 'auto', icon: 'moon' },
}

export function SchemeSwitch() {
  const { scheme } = useWords()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { next, icon } = schemes[colorScheme]
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={44}
      aria-label={scheme[colorScheme]}
      title={scheme[colorScheme]}
      onClick={() => setColorScheme(next)}
    >
      <Icon name={icon} />
    </ActionIcon>
  )
}
