import { useQuery } from '@tanstack/react-query'
import type { HereNow } from '#client/shift-sign-in.ts'
import { pages } from '#contract/team/pages.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { MySigning } from '#web/components/hours/MySigning.tsx'
import { useHourWords } from '#web/components/hours/words.ts'
import { KeyHelp } from '#web/components/KeyHelp.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { FailedPage, Page } from '#web/components/Page.tsx'
import { useMe } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { timeOfDay } from '#web/lib/time.ts'
import css from './here.module.css'
import { TapNames } from './TapNames.tsx'
import { useHereWords } from './words.ts'

export function Here() {
  const words = useHereWords()
  const now = useQuery(queries.here.now())
  if (now.isPending) return <Loading />
  if (now.isError) return <FailedPage title={words.title} query={now} />
  if (!now.data.on) return <SigningOff />
  const { here, desk } = now.data
  return (
    <Page title={words.title} about={words.about(here.length, desk)} action={desk && <KeyHelp keys={words.keys} />}>
      {desk ? <TapNames now={now.data} /> : <HereLists now={now.data} />}
    </Page>
  )
}

function SigningOff() {
  const words = useHereWords()
  const { off, offAbout } = useHourWords()
  const admin = useMe().data?.member?.admin
  const action = admin ? (
    <LinkButton href={`${pages.console}/settings/board#signing`}>{words.settings}</LinkButton>
  ) : (
    <LinkButton href={`${pages.desk}/hours`}>{words.hours}</LinkButton>
  )
  return (
    <Page title={words.title}>
      <EmptyState title={off} icon="people" about={offAbout} action={action} />
    </Page>
  )
}

function HereLists({ now }: { now: HereNow }) {
  const words = useHereWords()
  const hourWords = useHourWords()
  const lists = [
    {
      title: words.sections.here,
      people: now.here.map((one) => ({ ...one, about: hourWords.since(timeOfDay(one.since)) })),
    },
    {
      title: words.sections.expected,
      about: words.expectedAbout,
      people: now.expected.map((one) => ({ ...one, about: '' })),
    },
  ]
  return (
    <>
      <Card title={words.me}>
        <MySigning now={now} />
      </Card>
      {lists
        .filter(({ people }) => people.length > 0)
        .map(({ title, about, people }) => (
          <Card key={title} title={title} about={about}>
            <ul className={css['names']}>
              {people.map(({ member, name, shift, about: since }) => (
                <li key={`${member} ${shift}`}>
                  <strong className={css['name']}>{name}</strong>
                  <span className={css['about']}>{[hourWords.shift(shift), since].filter(Boolean).join(' · ')}</span>
                </li>
              ))}
            </ul>
          </Card>
        ))}
    </>
  )
}
