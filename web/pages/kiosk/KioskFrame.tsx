import { Button } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { langs, languages } from '#contract/languages.ts'
import { useWords } from '#web/components/words.ts'
import { useTeam } from '#web/data/hooks.ts'
import { useWaitingCount } from '#web/data/offline-visitors.ts'
import { language, useLang } from '#web/lib/language.ts'
import css from './kiosk.module.css'
import { useKioskWords } from './words.ts'

export function KioskFrame({ children }: { children: ReactNode }) {
  const { appName, language: label } = useWords()
  const words = useKioskWords()
  const team = useTeam()
  const lang = useLang()
  const count = useWaitingCount()
  const name = team.data?.name || appName
  useDocumentTitle(`${words.title} · ${name}`)
  return (
    <div className={css['kiosk']}>
      <header className={css['header']}>
        <span className={css['team']}>
          <img src="/icon.svg" width={36} height={36} alt="" />
          {name}
        </span>
        <fieldset className={css['languages']} aria-label={label}>
          {langs.map((one) => (
            <Button
              key={one}
              size="lg"
              variant={one === lang ? 'filled' : 'default'}
              aria-pressed={one === lang}
              lang={languages[one].tag}
              onClick={() => language.choose(one)}
            >
              {languages[one].name}
            </Button>
          ))}
        </fieldset>
      </header>
      <main className={css['main']}>{children}</main>
      <p className={css['footer']} role="status">
        {count > 0 && words.waits(count)}
      </p>
    </div>
  )
}
