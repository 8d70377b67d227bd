import { Anchor, Button, Group, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { Failure } from '#contract/client.ts'
import { languages } from '#contract/languages.ts'
import { pages } from '#contract/team/pages.ts'
import { useAction } from '#web/components/action.ts'
import { ActionButton, LinkButton } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { ErrorAlert, LoadError } from '#web/components/errors.tsx'
import { BarFigure } from '#web/components/figures/BarFigure.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { Lead } from '#web/components/Lead.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { useOutcomeWords } from '#web/components/outcome-words.ts'
import { Page } from '#web/components/Page.tsx'
import { useWords } from '#web/components/words.ts'
import { api } from '#web/data/api.ts'
import { useCodeNames, useTeam } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { download } from '#web/lib/download.ts'
import { useLang } from '#web/lib/language.ts'
import { longDate } from '#web/lib/time.ts'
import { weightOf } from '#web/lib/weight.ts'
import css from './impact.module.css'
import { useImpactWords } from './words.ts'

export function Impact() {
  const { appName } = useWords()
  const words = useImpactWords()
  const lang = useLang()
  const team = useTeam()
  useLightPaper()
  const figures = useQuery(queries.impact.figures())
  if (figures.error instanceof Failure && figures.error.code === 'impact_off') return <NotPublished />
  const { devices = null, from = '', until = '' } = figures.data ?? {}
  const about = words.about(team.data?.name || appName)
  const range = from && words.range(longDate(from, lang), longDate(until, lang))
  return (
    <Page
      title={words.title}
      about={range ? <Lead text={about}>{range}</Lead> : about}
      action={
        devices !== null && (
          <Button className="no-print" variant="default" leftSection={<Icon name="printer" />} onClick={() => print()}>
            {words.print}
          </Button>
        )
      }
    >
      {figures.isPending && <Loading />}
      {figures.isError && <LoadError error={figures.error} retry={figures.refetch} />}
      {figures.data && (
        <>
          {devices === null ? (
            <EmptyState title={words.none} about={words.noneAbout} />
          ) : (
            <ImpactFigures of={figures.data} devices={devices} />
          )}
          <OpenDataDownload of={figures.data} />
        </>
      )}
    </Page>
  )
}

function NotPublished() {
  const words = useImpactWords()
  return (
    <Page title={words.title}>
      <EmptyState
        title={words.off}
        icon="wrench"
        about={words.offAbout}
        action={
          <LinkButton variant="filled" href={pages.portal}>
            {words.home}
          </LinkButton>
        }
      />
    </Page>
  )
}

/** Prints in light colours even if the page is dark. */
function useLightPaper(): void {
  const scheme = useRef<string>(null)
  const root = document.documentElement
  const name = 'data-mantine-color-scheme'
  useWindowEvent('beforeprint', () => {
    scheme.current = root.getAttribute(name)
    root.setAttribute(name, 'light')
  })
  useWindowEvent('afterprint', () => scheme.current && root.setAttribute(name, scheme.current))
}

const licence = { name: 'CC BY-SA 4.0', link: 'https://creativecommons.org/licenses/by-sa/4.0/' }
const standard = 'https://standard.openrepair.org/'

function OpenDataDownload({ of }: { of: ImpactData }) {
  const words = useImpactWords()
  const take = useAction({
    work: () => api.impact.data(),
    toast: words.downloaded,
    onSuccess: (text) => download('open-repair-data.csv', 'text/csv;charset=utf-8', text),
  })
  return (
    <>
      <Card title={words.method}>
        <Text>{words.few}</Text>
        {of.kept.devices > 0 && (
          <Text>
            <Lead text={words.weight(of.kept.devices)}>
              <OutsideLink href={of.kept.link}>{of.kept.source}</OutsideLink>
            </Lead>
          </Text>
        )}
      </Card>
      <div className="no-print">
        <Card title={words.data}>
          {of.file ? (
            <Text>
              <Lead text={words.dataAbout}>
                <OutsideLink href={licence.link}>{licence.name}</OutsideLink>
              </Lead>
            </Text>
          ) : (
            <Text>{words.noCountry}</Text>
          )}
          <ErrorAlert>{take.formError}</ErrorAlert>
          <Group>
            {of.file && (
              <ActionButton action={take} leftSection={<Icon name="down" />}>
                {words.download}
              </ActionButton>
            )}
            <Button component="a" href={standard} target="_blank" rel="noreferrer" variant="subtle">
              {words.standard}
            </Button>
          </Group>
        </Card>
      </div>
    </>
  )
}

function OutsideLink({ href, children }: { href: string; children: string }) {
  return (
    <Anchor href={href} target="_blank" rel="noreferrer" inherit underline="always">
      {children}
    </Anchor>
  )
}

type ImpactData = Awaited<ReturnType<typeof api.impact.figures>>

function ImpactFigures({ of, devices }: { of: ImpactData; devices: number }) {
  const words = useImpactWords()
  const names = useOutcomeWords()
  const codeName = useCodeNames()
  const share = (count: number) => words.share(count, Math.round((100 * count) / devices))
  const outcomes = of.outcomes.map(({ outcome, count }) => ({
    ...{ key: outcome, name: names.outcomes[outcome], value: count },
    shown: share(count),
  }))
  const categories = of.categories.map(({ category, count, fixed: mended }) => ({
    ...{ key: category, name: codeName('category', category), value: count },
    shown: words.ofWhichFixed(count, mended),
  }))
  const barriers = of.barriers.map(({ barrier, count }) => ({
    ...{ key: barrier, name: names.barriers[barrier], value: count },
    shown: String(count),
  }))
  const figures = [
    { title: words.outcomes, says: words.outcomesSay, head: words.outcome, bars: outcomes, whole: devices },
    { title: words.categories, says: words.categoriesSay, head: words.category, bars: categories },
    { title: words.barriers, says: words.barriersSay, head: words.barrier, bars: barriers },
  ].filter(({ bars }) => bars.length > 0)
  return (
    <>
      <Tiles of={of} devices={devices} />
      {figures.map(({ head, ...figure }) => (
        <BarFigure key={head} {...figure} heads={[head, words.count]} />
      ))}
    </>
  )
}

function Tiles({ of, devices }: { of: ImpactData; devices: number }) {
  const words = useImpactWords()
  const lang = useLang()
  const number = new Intl.NumberFormat(languages[lang].tag)
  const fixed = of.outcomes.find(({ outcome }) => outcome === 'fixed')?.count
  const weight = weightOf(of.kept.grams)
  return (
    <dl className={css['tiles']}>
      <Tile name={words.devices} value={number.format(devices)} />
      {fixed !== undefined && (
        <Tile
          name={words.fixed}
          value={`${Math.round((100 * fixed) / devices)}%`}
          about={words.fixedOf(fixed, devices)}
        />
      )}
      {of.kept.devices > 0 && (
        <Tile
          name={words.kept}
          value={words[weight.unit](number.format(weight.amount))}
          about={words.keptOf(of.kept.devices)}
        />
      )}
    </dl>
  )
}

function Tile({ name, value, about }: { name: string; value: ReactNode; about?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={css['value']}>{value}</dd>
      {about && <dd className={css['about']}>{about}</dd>}
    </div>
  )
}
