import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { ErrorAlert, LoadError } from '#web/components/errors.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { Page } from '#web/components/Page.tsx'
import { useSettings } from '#web/components/settings-form.ts'
import { Time } from '#web/components/Time.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { queries } from '#web/data/queries.ts'
import { ChangeDuty } from './ChangeDuty.tsx'
import { DutySummary } from './DutySummary.tsx'
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

function PlannedDuty() {
  const words = useDutyWords()
  const plans = useQuery(queries.duty.planned())
  const callOff = useAction({
    work: (id: number) => api.duty.unplan({ id }),
    toast: words.calledOff,
    onSuccess: () => invalidate('duty'),
  })
  return (
    <Card title={words.planned}>
      {plans.isError && <LoadError error={plans.error} retry={plans.refetch} />}
      {plans.data?.list.length === 0 && <Text c="dimmed">{words.plannedNone}</Text>}
      <ErrorAlert>{callOff.formError}</ErrorAlert>
      {plans.data?.list.map(({ id, otherDutyTime, place, inDutyCnt, overruled }) => {
        const [from = '', until = ''] = otherDutyTime.split('/')
        return (
          <Group key={id} justify="space-between">
            <Stack gap={0}>
              <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                {place}
              </Text>
              <Text variant="secondary">
                <Time at={from} /> – <Time at={until} /> · {words.people(inDutyCnt)}
              </Text>
              {overruled && <Text size="sm">{words.overruled}</Text>}
            </Stack>
            <ConfirmButton label={words.callOff} action={{ ...callOff, submit: () => callOff.submit(id) }} />
          </Group>
        )
      })}
    </Card>
  )
}
