import { useEffect } from 'react'
import { LoadError } from '#web/components/errors.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { Page } from '#web/components/Page.tsx'
import { type Settings, useSettings } from '#web/components/settings-form.ts'
import { useTeam } from '#web/data/hooks.ts'
import { BoardText } from './BoardText.tsx'
import { Calendar } from './Calendar.tsx'
import { useCalendarWords } from './calendar-words.ts'
import { BoardToken } from './hours/BoardToken.tsx'
import { Columns } from './hours/Columns.tsx'
import { Rule } from './hours/Rule.tsx'
import { Signatory } from './hours/Signatory.tsx'
import { Signing } from './hours/Signing.tsx'
import { Kinds } from './Kinds.tsx'
import { Messages } from './Messages.tsx'
import { Numbers } from './Numbers.tsx'
import { OpenData } from './OpenData.tsx'
import { useOpenDataWords } from './open-data-words.ts'
import { Privacy } from './Privacy.tsx'
import { Shifts } from './Shifts.tsx'
import { Team } from './Team.tsx'
import { Wechat } from './Wechat.tsx'
import { useSettingsWords } from './words.ts'

/** All settings, saved a group at a time. */
export function SettingsPage() {
  const words = useSettingsWords()
  const calendar = useCalendarWords()
  const { claims, claimsAbout, claimDays } = useOpenDataWords()
  const settings = useSettings()
  const wechat = useTeam().data?.logins.wechat === true
  useBroughtThere(settings.isSuccess)
  if (settings.isPending) return <Loading />
  if (settings.isError) return <LoadError error={settings.error} retry={settings.refetch} />
  const known = settings.data
  return (
    <Page title={words.title} about={words.about}>
      <Team known={known} />
      <Kinds known={known} />
      <Shifts known={known} />
      <Calendar known={known} />
      <Numbers
        id="coverage"
        title={calendar.coverage}
        about={calendar.coverageAbout}
        known={known}
        fields={{ minimumPerShift: calendar.minimumPerShift }}
        numbersIn={(settings: Pick<Settings, 'minimumPerShift'>) => settings}
        changed={(numbers) => numbers}
      />
      <BoardText known={known} />
      <Signing known={known} />
      {known.signing.on && <BoardToken />}
      <Rule known={known} />
      <Columns known={known} />
      <Signatory known={known} />
      <Messages known={known} />
      <Numbers
        id="claims"
        title={claims}
        about={claimsAbout}
        known={known}
        fields={{ claimDays }}
        numbersIn={(settings: Pick<Settings, 'claimDays'>) => settings}
        changed={(numbers) => numbers}
      />
      <OpenData known={known} />
      <Privacy known={known} />
      {wechat && <Wechat known={known} />}
      <Numbers
        id="sessions"
        title={words.sessions}
        about={words.sessionsAbout}
        known={known}
        fields={{
          sessionDays: words.sessionDays,
          memberSessionDays: words.memberSessionDays,
          adminSessionHours: words.adminSessionHours,
        }}
        numbersIn={(settings: Pick<Settings, 'sessionDays' | 'memberSessionDays' | 'adminSessionHours'>) => settings}
        changed={(numbers) => numbers}
      />
      <Numbers
        id="rates"
        title={words.rates}
        about={words.ratesAbout}
        known={known}
        within="rates."
        fields={{
          callsPerMinute: words.callsPerMinute,
          loginsPerMinute: words.loginsPerMinute,
          ticketsPerHour: words.ticketsPerHour,
          commentsPerHour: words.commentsPerHour,
          uploadsPerHour: words.uploadsPerHour,
          feedbackPerHour: words.feedbackPerHour,
        }}
        numbersIn={({ rates }: Pick<Settings, 'rates'>) => rates}
        changed={(rates) => ({ rates: { ...known.rates, ...rates } })}
      />
    </Page>
  )
}

/** The page is long: who follows a link to one of its cards need not look for it. */
function useBroughtThere(shown: boolean) {
  useEffect(() => {
    if (!shown) return
    // After the page has gone to its top, as every page does.
    const timer = setTimeout(() => document.getElementById(location.hash.slice(1))?.scrollIntoView())
    return () => clearTimeout(timer)
  }, [shown])
}
