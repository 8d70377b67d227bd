import { Group } from '@mantine/core'
import { pages } from '#contract/team/pages.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { Page } from '#web/components/Page.tsx'
import { useTeam } from '#web/data/hooks.ts'
import { LastSummary } from '#web/pages/desk/conclusion/LastSummary.tsx'
import { CurrentDuty } from './CurrentDuty.tsx'
import { MyShifts } from './MyShifts.tsx'
import { SubscribeCalendar } from './SubscribeCalendar.tsx'
import { SubstituteOffers } from './SubstituteOffers.tsx'
import css from './shifts.module.css'
import { TeamWeek } from './TeamWeek.tsx'
import { useShiftWords } from './words.ts'

export function Shifts() {
  const words = useShiftWords()
  const signs = useTeam().data?.signing === true
  const action = (
    <Group gap="xs">
      {signs && <LinkButton href={`${pages.desk}/here`}>{words.here}</LinkButton>}
      <LinkButton href={`${pages.desk}/hours`}>{words.hours}</LinkButton>
    </Group>
  )
  return (
    <Page title={words.title} action={action}>
      <LastSummary />
      <div className={css['columns']}>
        <CurrentDuty />
        <MyShifts />
        <SubstituteOffers />
        <SubscribeCalendar />
      </div>
      <TeamWeek />
    </Page>
  )
}
