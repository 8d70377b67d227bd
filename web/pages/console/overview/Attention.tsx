import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { IconName } from '#client/icons.ts'
import { accountPage, pages } from '#contract/team/pages.ts'
import { Card } from '#web/components/Card.tsx'
import { LoadError } from '#web/components/errors.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { Loading } from '#web/components/Loading.tsx'
import type { api } from '#web/data/api.ts'
import { useClock, useTeam } from '#web/data/hooks.ts'
import { queries, type StatisticsDetail } from '#web/data/queries.ts'
import { yearBefore } from '#web/lib/days.ts'
import { useLang } from '#web/lib/language.ts'
import { dayName } from '#web/lib/time.ts'
import { overviewOf, sumOf } from '#web/pages/console/hours/hooks.ts'
import { type LineFilter, noLineFilter, viewAddressOf } from '#web/pages/console/hours/view-address.ts'
import { useHealthWords } from '#web/pages/console/messages/words.ts'
import { rostersPage } from '#web/pages/console/rosters/Rosters.tsx'
import { useConsoleWords } from '#web/pages/console/words.ts'
import css from './attention.module.css'
import type { RosterShift } from './gaps.ts'
import { useWeekAhead } from './week-ahead.ts'

/** Leaves without a date are shown for this many days. */
const unboundDays = 30
/** Further matters of one kind are shown as a number. */
const most = 4

interface Matter {
  readonly key: string
  readonly icon: IconName
  readonly text: string
  readonly href: string
}

export function Attention() {
  const { overview: words } = useConsoleWords()
  const detail = useQuery(queries.statistics.detail())
  const rosters = useQuery(queries.rosters.list())
  const { clock, weeks, gaps } = useWeekAhead()
  const unbound = useQuery(queries.leaves.unbound())
  const forwarding = useQuery(queries.external.counts())
  const channels = useChannels()
  const stuck = forwarding.data?.counts.stuck ?? 0
  const shifts = useShifts(gaps)
  const asked = [detail, weeks, forwarding, rosters, unbound]
  const failed = asked.find(({ error }) => error)?.error
  const old = sumOf(
    (detail.data?.open ?? []).filter(({ fromDays }) => fromDays >= 7),
    ({ count }) => count,
  )
  const known = detail.data && weeks.data && rosters.data && unbound.data
  const matters: Matter[] = [
    ...useOwnProof(),
    ...shifts,
    ...useUnbound((unbound.data?.list ?? []).filter(({ createdTime }) => createdTime > clock(-unboundDays))),
    ...useUnknownWorkers(rosters.data),
    ...useLeft(detail.data?.left ?? []),
    ...useHours(clock(0).slice(0, 10)),
    ...counted(stuck, 'send', words.stuck, `${pages.console}/forwarding`),
    ...channels,
    ...counted(old, 'history', words.old, `${pages.console}/statistics`),
  ]
  return (
    <Card title={words.attention}>
      {failed && <LoadError error={failed} retry={() => Promise.all(asked.map(({ refetch }) => refetch()))} />}
      {!failed && !known && <Loading />}
      {known && matters.length === 0 && <Text c="dimmed">{words.calm}</Text>}
      {matters.length > 0 && (
        <div className={css['matters']}>
          {matters.map(({ key, icon, text, href }) => (
            <Link key={key} href={href} className={css['matter'] ?? ''}>
              <Group gap="sm" wrap="nowrap">
                <Icon name={icon} />
                <span>{text}</span>
                <Icon name="forward" size={16} />
              </Group>
            </Link>
          ))}
        </div>
      )}
    </Card>
  )
}

/**
 * Without a password an administrator is locked out when the invitation expires; without a second factor the password
 * alone is enough.
 */
function useOwnProof(): Matter[] {
  const { overview: words } = useConsoleWords()
  const ways = useQuery(queries.me.ways()).data
  const school = useTeam().data?.logins.sso
  const matter = (key: string, text: string): Matter => ({ key, icon: 'person', text, href: accountPage('login') })
  if (!ways) return []
  return [
    ...(!ways.password && !school ? [matter('no password', words.noPassword)] : []),
    ...(ways.factor ? [] : [matter('no factor', words.noFactor)]),
    ...(ways.factor && ways.recovery < 3 ? [matter('recovery', words.fewRecovery(ways.recovery))] : []),
  ]
}

function useChannels(): Matter[] {
  const { overview: words } = useConsoleWords()
  const { channels: names } = useHealthWords()
  const health = useQuery(queries.messages.health())
  return (health.data?.channels ?? [])
    .filter(({ error }) => error !== '')
    .map(({ channel, error }) => ({
      key: `channel ${channel}`,
      icon: 'bell',
      text: words.channel(names[channel], error),
      href: `${pages.console}/messages`,
    }))
}

/** The service answers for at most a year. */
function useHours(today: string): Matter[] {
  const { overview: words } = useConsoleWords()
  const days = { from: today && yearBefore(today), until: today }
  const people = useQuery({ ...overviewOf(days), enabled: today !== '' }).data?.people ?? []
  const hrefOf = (filter: Partial<LineFilter>) =>
    `${pages.console}/hours${viewAddressOf({ view: 'lines', days, filter: { ...noLineFilter, ...filter } }, today)}`
  const open = sumOf(people, (one) => one.open)
  const objected = sumOf(people, (one) => one.objected)
  return [
    ...counted(open, 'clock', words.undecided, hrefOf({ state: 'proposed' })),
    ...counted(objected, 'clock', words.objected, hrefOf({ objected: true })),
  ]
}

function useLeft(left: StatisticsDetail['left']): Matter[] {
  const { overview: words } = useConsoleWords()
  return listed(left, 'wrench', words.moreLeft, pages.desk, ({ id, device, member }) => ({
    key: `left ${id}`,
    text: words.left(id, device, member),
    href: `${pages.desk}/tickets/${id}`,
  }))
}

function useUnbound(leaves: Awaited<ReturnType<typeof api.leaves.list>>['list']): Matter[] {
  const { overview: words } = useConsoleWords()
  const href = `${pages.console}/leaves`
  return listed(leaves, 'calendar', words.moreUnbound, href, ({ id, member, week, shift }) => ({
    key: `unbound ${id}`,
    text: words.unbound(member, week, shift),
    href,
  }))
}

function useUnknownWorkers(rosters: Awaited<ReturnType<typeof api.rosters.list>> | undefined): Matter[] {
  const { overview: words } = useConsoleWords()
  const roster = rosters?.list.find(({ id }) => id === rosters.current)
  if (!roster || roster.unknown.length === 0) return []
  const text = words.unknown(roster.unknown.join(words.comma))
  return [{ key: 'unknown', icon: 'calendar', text, href: `${rostersPage}/${roster.id}` }]
}

function useShifts(gaps: readonly RosterShift[]): Matter[] {
  const { overview: words } = useConsoleWords()
  const lang = useLang()
  const clock = useClock()
  return listed(gaps, 'people', words.moreGaps, rostersPage, ({ date, shift, from, gaps: missing }) => ({
    key: `${date} ${shift}`,
    text: words.gap(dayName(from, lang, clock), shift, missing.map((gap) => words.gaps[gap]).join(words.and)),
    href: `${pages.console}/leaves`,
  }))
}

/** One matter for several things. */
function counted(count: number, icon: IconName, text: (count: number) => string, href: string): Matter[] {
  return count > 0 ? [{ key: href, icon, text: text(count), href }] : []
}

/** The first matters of a kind, and how many more there are. */
function listed<T>(
  list: readonly T[],
  icon: IconName,
  more: (count: number) => string,
  href: string,
  matterOf: (one: T) => Omit<Matter, 'icon'>,
): Matter[] {
  const first = list.slice(0, most).map((one) => ({ icon, ...matterOf(one) }))
  return [...first, ...counted(list.length - most, icon, more, href)]
}
