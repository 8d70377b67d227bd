import { Page } from '#web/parts/Page.tsx'
import { LastSummary } from '#web/scenes/desk/conclusion/LastSummary.tsx'
import { Calendar } from './Calendar.tsx'
import { MyShifts } from './MyShifts.tsx'
import { Now } from './Now.tsx'
import { Offers } from './Offers.tsx'
import css from './shifts.module.css'
import { TeamWeek } from './TeamWeek.tsx'
import { useShiftWords } from './words.ts'

/** When this member comes, who comes instead, and how the week looks for all. */
export function Shifts() {
  const words = useShiftWords()
  return (
    <Page title={words.title}>
      <LastSummary />
      <div className={css['columns']}>
        <Now />
        <MyShifts />
        <Offers />
        <Calendar />
      </div>
      <TeamWeek />
    </Page>
  )
}
