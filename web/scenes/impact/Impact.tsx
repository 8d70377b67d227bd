import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { Failure } from '#contract/client.ts'
import { pages } from '#contract/pages.ts'
import { useTeam } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { useLang } from '#web/lib/language.ts'
import { longDate } from '#web/lib/time.ts'
import { Empty } from '#web/parts/Empty.tsx'
import { Failed } from '#web/parts/Failed.tsx'
import { Icon } from '#web/parts/Icon.tsx'
import { Page } from '#web/parts/Page.tsx'
import { Waiting } from '#web/parts/Waiting.tsx'
import { useWords } from '#web/parts/words.ts'
import { Figures } from './Figures.tsx'
import { OpenData } from './OpenData.tsx'
import { daysOf, yearsOf } from './period.ts'
import { useImpactWords } from './words.ts'

/** What the team has mended, for everybody, where it wants that. */
export function Impact() {
  const { appName } = useWords()
  const words = useImpactWords()
  const lang = useLang()
  const team = useTeam()
  const [year, setYear] = useState('')
  useLightPaper()
  const days = daysOf(year)
  const all = useQuery(queries.impact.figures())
  const figures = useQuery({ ...queries.impact.figures(days), placeholderData: keepPreviousData })
  const { from = '', until = '' } = figures.data ?? {}
  const isOff = all.error instanceof Failure && all.error.code === 'impact_off'
  const about = words.about(team.data?.name || appName)
  if (isOff)
    return (
      <Page title={words.title}>
        <Empty
          icon="wrench"
          about={words.offAbout}
          action={
            <Button component={Link} href={pages.portal}>
              {words.home}
            </Button>
          }
        >
          {words.off}
        </Empty>
      </Page>
    )
  const error = all.error ?? figures.error
  const retry = () => Promise.all([all.refetch(), figures.refetch()])
  return (
    <Page
      title={words.title}
      about={from ? `${about} ${words.range(longDate(from, lang), longDate(until, lang))}` : about}
    >
      {error ? <Failed error={error} retry={retry} /> : all.isPending && <Waiting />}
      {all.data && figures.data && (
        <Stack gap="lg" aria-busy={figures.isFetching}>
          <Group className="no-print" align="flex-end" justify="space-between">
            <NativeSelect
              label={words.period}
              value={year}
              data={[
                { value: '', label: words.all },
                ...yearsOf(all.data.from, all.data.until).map((one) => ({ value: one, label: words.year(one) })),
              ]}
              onChange={(event) => setYear(event.currentTarget.value)}
            />
            <Button variant="default" leftSection={<Icon name="printer" />} onClick={() => print()}>
              {words.print}
            </Button>
          </Group>
          {figures.data.devices === null || figures.data.devices === 0 ? (
            <Empty about={words.noneAbout}>{words.none}</Empty>
          ) : (
            <Figures of={figures.data} devices={figures.data.devices} />
          )}
          <OpenData of={figures.data} days={days} />
        </Stack>
      )}
    </Page>
  )
}

/** Paper is white: what is printed while the page is dark is printed as if it were light. */
function useLightPaper(): void {
  useEffect(() => {
    const root = document.documentElement
    const name = 'data-mantine-color-scheme'
    let scheme: string | null = null
    const lighten = () => {
      scheme = root.getAttribute(name)
      root.setAttribute(name, 'light')
    }
    const restore = () => scheme && root.setAttribute(name, scheme)
    addEventListener('beforeprint', lighten)
    addEventListener('afterprint', restore)
    return () => {
      removeEventListener('beforeprint', lighten)
      removeEventListener('afterprint', restore)
    }
  }, [])
}
