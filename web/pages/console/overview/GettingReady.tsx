import { Anchor, Text, VisuallyHidden } from '@mantine/core'
import { Link } from 'wouter'
import { accountPage, pages } from '#contract/team/pages.ts'
import { FoldedCard } from '#web/components/FoldedCard.tsx'
import { Icon } from '#web/components/Icon.tsx'
import type { Settings } from '#web/components/settings-form.ts'
import { WithCommand } from '#web/components/WithCommand.tsx'
import type { useTeam } from '#web/data/hooks.ts'
import type { ReauthWays } from '#web/data/queries.ts'
import { reachOf } from '#web/lib/reach.ts'
import { useConsoleWords } from '#web/pages/console/words.ts'
import css from './getting-ready.module.css'

type StepName = keyof ReturnType<typeof useConsoleWords>['overview']['ready']

interface Step {
  readonly name: StepName
  readonly done: boolean
  /** The public address is set by the operator, so that step has no link. */
  readonly href?: string
}

interface SetUpFacts {
  readonly settings: Settings
  readonly members: number
  readonly rosters: number
  readonly team: NonNullable<ReturnType<typeof useTeam>['data']>
  readonly ways: ReauthWays
}

export function setUpStepsOf({ settings, members, rosters, team, ways }: SetUpFacts): Step[] {
  const { wechat, mail, sso } = team.logins
  const { zh_CN, en_US } = settings.place.name
  return [
    { name: 'named', done: settings.teamName !== '', href: `${pages.setUp}?step=team` },
    { name: 'place', done: Boolean(zh_CN || en_US), href: `${pages.setUp}?step=team` },
    { name: 'roster', done: rosters > 0, href: `${pages.setUp}?step=hours` },
    { name: 'invited', done: members > 1, href: `${pages.console}/members` },
    // A guest's login works in this browser only, and the demo login on this machine only.
    { name: 'login', done: wechat || mail || sso || ways.password, href: accountPage('login') },
    { name: 'address', done: reachOf(team.url) !== 'machine' },
  ]
}

/** Folded once most is done, so that the day's work comes first. */
export function GettingReady({ steps }: { steps: readonly Step[] }) {
  const { overview: words } = useConsoleWords()
  const [next] = steps.filter(({ done }) => !done)
  if (!next) return null
  const done = steps.filter((step) => step.done).length
  const [nextTitle = ''] = words.ready[next.name]
  return (
    <FoldedCard
      title={words.checklist}
      about={words.checklistDone(done, steps.length, nextTitle)}
      open={done * 2 < steps.length}
    >
      <ul className={css['steps']}>
        {steps.map((step) => (
          <ReadyStep key={step.name} step={step} />
        ))}
      </ul>
    </FoldedCard>
  )
}

function ReadyStep({ step: { name, done, href } }: { step: Step }) {
  const { overview: words } = useConsoleWords()
  const [title = '', about = ''] = words.ready[name]
  return (
    <li data-done={done}>
      <span className={css['mark']}>{done && <Icon name="check" />}</span>
      <span>
        <VisuallyHidden>{done ? words.done : words.open} </VisuallyHidden>
        {done || !href ? (
          <span className={css['title']}>{title}</span>
        ) : (
          <Anchor component={Link} href={href} className={css['title'] ?? ''}>
            {title}
          </Anchor>
        )}
        {!done && (
          <Text variant="secondary">
            <WithCommand text={about} />
          </Text>
        )}
      </span>
    </li>
  )
}
