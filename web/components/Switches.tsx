import { Button, type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import type { IconName } from '#client/icons.ts'
import { type Lang, langs, languages } from '#contract/languages.ts'
import { api, queryClient, resumeSession } from '#web/data/api.ts'
import { session } from '#web/data/session.ts'
import { language, useLang } from '#web/lib/language.ts'
import { IconButton } from './buttons.tsx'
import css from './shell.module.css'
import { useWords } from './words.ts'

export const languageOptions = langs.map((value) => ({ value, label: languages[value].name }))

/** Chooses the language for this browser and, for a logged-in person, for all their devices. */
export async function switchLanguage(lang: Lang): Promise<void> {
  language.choose(lang)
  // Pending answers are in the other language, and the answer about the user would restore it.
  await queryClient.cancelQueries()
  // The page works even if the choice cannot be stored.
  await writeDown(lang).catch(() => {})
  // The service words some texts of the page.
  await queryClient.invalidateQueries()
}

async function writeDown(lang: Lang): Promise<void> {
  if (!session.isKnown()) await resumeSession()
  if (session.token()) await api.users.updateLocale({ lang })
}

/** One tap where there is one other language, a list where there are more. */
export function LanguageSwitch() {
  const words = useWords()
  const lang = useLang()
  const [other, ...more] = langs.filter((one) => one !== lang)
  if (!other || more.length > 0)
    return (
      <select
        className={css['languages']}
        aria-label={words.language}
        value={lang}
        onChange={(event) => switchLanguage(event.currentTarget.value as Lang)} // one of the options
      >
        {languageOptions.map(({ value, label }) => (
          <option key={value} value={value} lang={languages[value].tag}>
            {label}
          </option>
        ))}
      </select>
    )
  return (
    <Button variant="subtle" color="gray" px="sm" lang={languages[other].tag} onClick={() => switchLanguage(other)}>
      {languages[other].name}
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
    <IconButton
      icon={icon}
      label={scheme[colorScheme]}
      title={scheme[colorScheme]}
      onClick={() => setColorScheme(next)}
    />
  )
}
