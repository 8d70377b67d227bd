import { useQuery } from '@tanstack/react-query'
import { Card } from '#web/components/Card.tsx'
import { LoadError } from '#web/components/errors.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { Page } from '#web/components/Page.tsx'
import { useSettings } from '#web/components/settings-form.ts'
import { queries } from '#web/data/queries.ts'
import { ChangeDuty } from './ChangeDuty.tsx'
import { DutySummary } from './DutySummary.tsx'
import { PlannedDuty } from './PlannedDuty.tsx'
import { useDutyWords } from './words.ts'

export function DutyPage() {
  const words = useDutyWords()
  const settings = useSettings()
  const duty = useQuery({ ...queries.duty.preview(), refetchInterval: 30_000 })
  const failed = duty.error ?? settings.error
  if (failed) return <LoadError error={failed} retry={() => Promise.all([duty.refetch(), settings.refetch()])} />
  if (!duty.data || !settings.data) return <Loading />
  const { now, plan } = duty.data
  return (
    <Page title={words.title} about={words.about}>
      <Card title={words.now}>
        <div role="status">
          <DutySummary duty={now} />
        </div>
      </Card>
      <ChangeDuty now={now} plan={plan} timetable={settings.data.timetable} />
      <PlannedDuty />
    </Page>
  )
}
