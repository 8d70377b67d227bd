import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { languages } from '#contract/languages.ts'
import type { PublicReport, DayReport as WholeReport } from '#contract/repair-days/reports.ts'
import { pages } from '#contract/team/pages.ts'
import { useAction } from '#web/components/action.ts'
import { ActionButton, LinkButton } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { BarFigure } from '#web/components/figures/BarFigure.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { NotFound } from '#web/components/NotFound.tsx'
import { useOutcomeWords } from '#web/components/outcome-words.ts'
import { Page } from '#web/components/Page.tsx'
import { Rows } from '#web/components/Rows.tsx'
import { DaySpan, useKindName } from '#web/components/repair-days/DayFacts.tsx'
import { useMe, useTeam } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { download } from '#web/lib/download.ts'
import { useLang } from '#web/lib/language.ts'
import { longDate } from '#web/lib/time.ts'
import { weightOf } from '#web/lib/weight.ts'
import css from './report.module.css'
import { pngOf, reportSvg, svgAddress } from './report-picture.ts'
import { useReportWords } from './report-words.ts'

export function RepairDayReport() {
  const { id = '' } = useParams()
  return /^[1-9]\d{0,14}$/.test(id) ? <LoadedReport key={id} id={Number(id)} /> : <NotFound />
}

function LoadedReport({ id }: { id: number }) {
  const words = useReportWords()
  const me = useMe()
  const isMember = me.data?.member != null
  const published = useQuery(queries.repairDays.report(id))
  const whole = useQuery({ ...queries.repairDays.wholeReport(id), enabled: isMember })
  if (me.isPending || (isMember ? whole : published).isPending) return <Loading />
  const report = isMember ? whole.data : published.data
  if (!report)
    return (
      <Page title={words.off}>
        <EmptyState
          title={words.off}
          icon="chart"
          about={words.offAbout}
          action={<LinkButton href={pages.repairDays}>{words.days}</LinkButton>}
        />
      </Page>
    )
  return (
    <Page
      title={words.title(report.title)}
      about={
        <>
          <DaySpan {...report} />
          {report.place && ` · ${report.place}`}
        </>
      }
    >
      <ReportFigures of={report} />
      {whole.data && isMember && <MembersPart of={whole.data} />}
      {published.data && <Picture of={published.data} />}
      {!isMember && <Text variant="secondary">{words.fewAbout}</Text>}
    </Page>
  )
}

type Count = PublicReport['outcomes'][number]

/** What became of all devices; a whole report has it by kind. */
function outcomesOf(report: PublicReport | WholeReport): readonly Count[] {
  if ('outcomes' in report) return report.outcomes
  const all = report.kinds.flatMap((one) => one.outcomes)
  return [...Map.groupBy(all, ({ outcome }) => outcome)].map(([outcome, counts]) => ({
    outcome,
    count: counts.reduce((sum, { count }) => sum + count, 0),
  }))
}

const byCount = (a: { count: number }, b: { count: number }) => b.count - a.count

function useFigures(report: PublicReport | WholeReport): { name: string; value: string; about?: string }[] {
  const words = useReportWords()
  const number = new Intl.NumberFormat(languages[useLang()].tag)
  const { devices, grams, helpers } = report
  const fixed = outcomesOf(report).find(({ outcome }) => outcome === 'fixed')?.count
  const weight = weightOf(grams)
  return [
    { name: words.devices, value: devices === null ? words.few : number.format(devices) },
    ...(fixed === undefined ? [] : [{ name: words.fixed, value: number.format(fixed) }]),
    ...(grams > 0
      ? [{ name: words.kept, value: words[weight.unit](number.format(weight.amount)), about: words.keptAbout }]
      : []),
    ...(helpers > 0 ? [{ name: words.helpers, value: number.format(helpers) }] : []),
  ]
}

function ReportFigures({ of: report }: { of: PublicReport | WholeReport }) {
  const words = useReportWords()
  const names = useOutcomeWords()
  const kindName = useKindName()
  const figures = useFigures(report)
  const outcomes = outcomesOf(report).toSorted(byCount)
  const kinds = report.kinds.toSorted(byCount)
  return (
    <>
      <dl className={css['tiles']}>
        {figures.map(({ name, value, about }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={css['value']}>{value}</dd>
            {about && <dd className={css['about']}>{about}</dd>}
          </div>
        ))}
      </dl>
      {outcomes.length > 0 && (
        <BarFigure
          title={words.outcomes}
          says={words.outcomesSay}
          heads={[words.outcome, words.count]}
          bars={outcomes.map(({ outcome, count }) => ({
            ...{ key: outcome, name: outcome === 'open' ? words.open : names.outcomes[outcome] },
            ...{ value: count, shown: String(count) },
          }))}
        />
      )}
      {kinds.length > 0 && (
        <BarFigure
          title={words.kinds}
          says={words.kindsSay}
          heads={[words.kind, words.count]}
          bars={kinds.map(({ kind, count }) => ({
            ...{ key: String(kind), name: kindName(kind) || String(kind) },
            ...{ value: count, shown: String(count) },
          }))}
        />
      )}
    </>
  )
}

function MembersPart({ of: { booked, walkIns, missed, helped } }: { of: WholeReport }) {
  const words = useReportWords()
  const came = [
    [words.booked, booked],
    [words.walkIns, walkIns],
    [words.missed, missed],
  ] as const
  return (
    <>
      <BarFigure
        title={words.came}
        says={words.cameSay}
        heads={[words.came, words.count]}
        bars={came.map(([name, count]) => ({ key: name, name, value: count, shown: String(count) }))}
      />
      {helped.length > 0 && (
        <Card title={words.helped}>
          <Rows>
            {helped.map(({ member, name, signedIn, minutes }) => (
              <Stack key={member} gap={0}>
                <Text fw={600}>{name || '–'}</Text>
                <Text variant="secondary">{signedIn ? words.hours(minutes) : words.signedUp}</Text>
              </Stack>
            ))}
          </Rows>
        </Card>
      )}
    </>
  )
}

function Picture({ of: report }: { of: PublicReport }) {
  const words = useReportWords()
  const lang = useLang()
  const team = useTeam().data?.name ?? ''
  const figures = useFigures(report)
  const { title, from, place } = report
  const when = [longDate(from, lang), place].filter(Boolean).join(' · ')
  const svg = reportSvg({ team, title, when, figures })
  const take = useAction({
    work: () => pngOf(svg),
    toast: words.downloaded,
    onSuccess: (png) => download(`repair-day-${from.slice(0, 10)}.png`, 'image/png', png),
  })
  return (
    <Card title={words.picture} about={words.pictureAbout}>
      <img
        className={css['picture']}
        src={svgAddress(svg)}
        alt={[title, when, ...figures.map(({ name, value }) => `${name}: ${value}`)].join(', ')}
        width={1200}
        height={630}
      />
      <ErrorAlert>{take.formError}</ErrorAlert>
      <div>
        <ActionButton action={take} variant="default" leftSection={<Icon name="down" />}>
          {words.download}
        </ActionButton>
      </div>
    </Card>
  )
}
