import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { IconName } from '#client/icons.ts'
import { accountPage, pages } from '#contract/team/pages.ts'
import { Card } from '#web/components/Card.tsx'
import { LoadError } from '#web/components/errors.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { Skeleton } from '#web/components/Skeleton.tsx'
import type { api } from '#web/data/api.ts'
import { useClock, useTeam } from '#web/data/hooks.ts'
import { queries, type StatisticsDetail } from '#web/data/queries.ts'
import { yearBefore } from '#web/lib/days.ts'
import { useLang } from '#web/lib/language.ts'
import { dayText } from '#web/lib/time.ts'
import { overviewOf, sumOf } from '#web/pages/console/hours/hooks.ts'
import { type LineFilter, noLineFilter, viewAddressOf } from '#web/pages/console/hours/view-address.ts'
import { useLeaveWords } from '#web/pages/console/leaves/words.ts'
import { useHealthWords } from '#web/pages/console/messages/words.ts'
import { plansPage } from '#web/pages/console/repair-days/RepairDayPlans.tsx'
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
  /** What to do. */
  readonly text: string
  readonly about?: string
  readonly href: string
  /** People come in vain, or hear nothing, until it is done. */
  readonly isUrgent?: boolean
}

/** Tasks for repair days are shown this many days before they are due. */
const taskDays = 7
/** Gaps this many days ahead are urgent. */
const soonDays = 2

export function Attention() {
  const { overview: words } = useConsoleWords()
  const detail = useQuery(queries.statistics.detail())
  const rosters = useQuery(queries.rosters.list())
  const { clock, weeks, gaps } = useWeekAhead()
  const unbound = useQuery(queries.leaves.unbound())
  const forwarding = useQuery(queries.external.counts())
  const channels = useChannels()
  const stuck = forwarding.data?.counts.stuck ?? 0
  const looks = useQuery(queries.content.list({ pageId: 1, count: 1 }))
  const shifts = useShifts(gaps, clock(soonDays))
  const tasks = useQuery(queries.repairDays.tasks())
  const due = (tasks.data?.list ?? []).filter((task) => task.due <= clock(taskDays).slice(0, 10))
  const required = [detail, weeks, forwarding, rosters, unbound]
  const failed = required.find(({ error }) => error)?.error
  const old = sumOf(
    (detail.data?.open ?? []).filter(({ fromDays }) => fromDays >= 7),
    ({ count }) => count,
  )
  const hours = useHours(clock(0).slice(0, 10))
  const proof = useOwnProof()
  // All appear at once, because one that comes late would move the others.
  const isKnown = [...required, looks, tasks].every(({ isPending }) => !isPending) && channels && hours && proof
  // The most urgent first.
  const matters: Matter[] = [
    ...(channels ?? []),
    ...shifts,
    ...useLeft(detail.data?.left ?? []),
    ...useUnbound((unbound.data?.list ?? []).filter(({ createdTime }) => createdTime > clock(-unboundDays))),
    ...useUnknownWorkers(rosters.data),
    ...(hours ?? []),
    ...matterOfCount(due.length, 'calendar', words.matters.tasks, plansPage),
    ...matterOfCount(looks.data?.total ?? 0, 'search', words.matters.looks, `${pages.console}/content`),
    ...matterOfCount(stuck, 'send', words.matters.stuck, `${pages.console}/forwarding`),
    ...matterOfCount(old, 'history', words.matters.old, pages.desk),
    ...(proof ?? []),
  ]
  return (
    <Card title={words.attention}>
      {failed && <LoadError error={failed} retry={() => Promise.all(required.map(({ refetch }) => refetch()))} />}
      {!failed && !isKnown && <Skeleton heights={[230]} />}
      {!failed && isKnown && matters.length === 0 && <Text c="dimmed">{words.calm}</Text>}
      {isKnown && matters.length > 0 && (
        <div className={css['matters']}>
          {matters.map(({ key, icon, text, about, href, isUrgent = false }) => (
            <Link key={key} href={href} className={css['matter'] ?? ''} data-urgent={isUrgent}>
              <Icon name={icon} />
              <span>
                <span className={css['deed']}>{text}</span>
                {about && <span className={css['about']}>{about}</span>}
              </span>
              <Icon name="forward" size={16} />
            </Link>
          ))}
        </div>
      )}
    </Card>
  )
}

/**
 * Without a password an administrator is locked out when the invitation expires; without a second factor the password
 * alone is enough. While there is no way to log in again at all, the set-up steps say so.
 */
function useOwnProof(): Matter[] | undefined {
  const { matters: words } = useConsoleWords().overview
  const { data: ways, isPending } = useQuery(queries.me.ways())
  const { sso, wechat, mail } = useTeam().data?.logins ?? {}
  const matter = (text: string, about: string): Matter => ({
    key: text,
    icon: 'person',
    text,
    about,
    href: accountPage('login'),
  })
  if (isPending) return undefined
  if (!ways) return []
  return [
    ...(!ways.password && !sso && (wechat || mail) ? [matter(words.password, words.passwordAbout)] : []),
    ...(ways.factor ? [] : [matter(words.factor, words.factorAbout)]),
    ...(ways.factor && ways.recovery < 3 ? [matter(words.recovery, words.recoveryAbout(ways.recovery))] : []),
  ]
}

function useChannels(): Matter[] | undefined {
  const { matters: words } = useConsoleWords().overview
  const { channels: names } = useHealthWords()
  const health = useQuery(queries.messages.health())
  if (health.isPending) return undefined
  return (health.data?.channels ?? [])
    .filter(({ error }) => error !== '')
    .map(({ channel, error }) => ({
      key: `channel ${channel}`,
      icon: 'bell',
      text: words.channel(names[channel]),
      about: error,
      href: `${pages.console}/messages`,
      isUrgent: true,
    }))
}

/** The service answers for at most a year. */
function useHours(today: string): Matter[] | undefined {
  const { matters: words } = useConsoleWords().overview
  const days = { from: today && yearBefore(today), until: today }
  const overview = useQuery({ ...overviewOf(days), enabled: today !== '' })
  const people = overview.data?.people ?? []
  const hrefOf = (filter: Partial<LineFilter>) =>
    `${pages.console}/hours${viewAddressOf({ view: 'lines', days, filter: { ...noLineFilter, ...filter } }, today)}`
  if (overview.isPending) return undefined
  const open = sumOf(people, (one) => one.open)
  const objected = sumOf(people, (one) => one.objected)
  return [
    ...matterOfCount(objected, 'message', words.objected, hrefOf({ objected: true })),
    ...matterOfCount(open, 'clock', words.undecided, hrefOf({ state: 'proposed' })),
  ]
}

function useLeft(left: StatisticsDetail['left']): Matter[] {
  const { matters: words } = useConsoleWords().overview
  return firstMatters(left, 'wrench', words.moreLeft, pages.desk, ({ id, device, member }) => ({
    key: `left ${id}`,
    text: words.left(id, device),
    about: words.leftAbout(member),
    isUrgent: true,
    href: `${pages.desk}/tickets/${id}`,
  }))
}

function useUnbound(leaves: Awaited<ReturnType<typeof api.leaves.list>>['list']): Matter[] {
  const { matters: words } = useConsoleWords().overview
  const { shift: shiftName } = useLeaveWords()
  const href = `${pages.console}/leaves`
  return firstMatters(leaves, 'calendar', words.moreUnbound, href, ({ id, member, week, shift }) => ({
    key: `unbound ${id}`,
    text: words.unbound(member),
    about: words.unboundAbout(week, shiftName(shift)),
    href,
  }))
}

function useUnknownWorkers(rosters: Awaited<ReturnType<typeof api.rosters.list>> | undefined): Matter[] {
  const { matters: words, comma } = useConsoleWords().overview
  const roster = rosters?.list.find(({ id }) => id === rosters.current)
  if (!roster || roster.unknown.length === 0) return []
  const about = words.unknownAbout(roster.unknown.join(comma))
  return [{ key: 'unknown', icon: 'calendar', text: words.unknown, about, href: `${rostersPage}/${roster.id}` }]
}

function useShifts(gaps: readonly RosterShift[], soon: string): Matter[] {
  const { matters: words, gaps: names, and } = useConsoleWords().overview
  const lang = useLang()
  const clock = useClock()
  return firstMatters(gaps, 'people', words.moreGaps, rostersPage, ({ date, shift, from, gaps: missing }) => ({
    key: `${date} ${shift}`,
    text: words.gap(dayText(from, lang, clock), shift),
    about: missing.map((gap) => names[gap]).join(and),
    href: `${pages.console}/leaves`,
    isUrgent: from < soon,
  }))
}

/** One matter for several things. */
function matterOfCount(count: number, icon: IconName, text: (count: number) => string, href: string): Matter[] {
  return count > 0 ? [{ key: href, icon, text: text(count), href }] : []
}

/** The first matters of a kind, and how many more there are. */
function firstMatters<T>(
  list: readonly T[],
  icon: IconName,
  more: (count: number) => string,
  href: string,
  matterOf: (one: T) => Omit<Matter, 'icon'>,
): Matter[] {
  const first = list.slice(0, most).map((one) => ({ icon, ...matterOf(one) }))
  return [...first, ...matterOfCount(list.length - most, icon, more, href)]
}
