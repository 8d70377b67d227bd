import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PlannedDay } from '#contract/repair-days/day-fields.ts'
import type { DayHelpers } from '#contract/repair-days/helper-fields.ts'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { ErrorAlert, LoadError } from '#web/components/errors.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { Rows } from '#web/components/Rows.tsx'
import { useMemberDayWords } from '#web/components/repair-days/member-words.ts'
import { useRoleName } from '#web/components/repair-days/role-name.ts'
import { SelectField } from '#web/components/SelectField.tsx'
import { useWords } from '#web/components/words.ts'
import { api, invalidate } from '#web/data/api.ts'
import { useColleagues } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { DayTables } from './DayTables.tsx'
import { RoleForm } from './RoleForm.tsx'
import { usePlanWords } from './words.ts'

export function Helpers({ day }: { day: PlannedDay }) {
  const words = usePlanWords()
  const { edit } = useWords()
  const helpers = useQuery(queries.repairDays.helpers(day.id))
  const [editing, setEditing] = useState(false)
  if (helpers.isPending) return <Loading />
  if (helpers.isError) return <LoadError error={helpers.error} retry={helpers.refetch} />
  const { roles } = helpers.data
  if (editing || roles.length === 0)
    return <RoleForm day={day} roles={roles} done={() => setEditing(false)} closable={roles.length > 0} />
  return (
    <Card title={words.roles} about={words.rolesAbout}>
      <DayTables day={day} what="helpers">
        <Button variant="default" onClick={() => setEditing(true)}>
          {edit}
        </Button>
      </DayTables>
      <Rows>
        {roles.map((role) => (
          <RoleRow key={role.id} day={day.id} role={role} />
        ))}
      </Rows>
    </Card>
  )
}

type Role = DayHelpers['roles'][number]

function RoleRow({ day, role }: { day: number; role: Role }) {
  const member = useMemberDayWords()
  const name = useRoleName()(role)
  return (
    <Stack gap="xs" role="group" aria-label={name}>
      <Group justify="space-between" gap="xs">
        <Text fw={600}>{name}</Text>
        <Badge color={role.free > 0 ? 'yellow' : 'teal'}>
          {role.free > 0 ? member.free(role.free) : member.complete}
        </Badge>
      </Group>
      {role.helpers.map((helper) => (
        <HelperRow key={helper.member} day={day} role={role.id} helper={helper} />
      ))}
      {role.free > 0 && <AddHelper day={day} role={role} />}
    </Stack>
  )
}

function HelperRow({ day, role, helper }: { day: number; role: number; helper: Role['helpers'][number] }) {
  const words = usePlanWords()
  const { memberStates } = words
  const { member, name, state } = helper
  const off = useAction({
    work: () => api.helpers.remove({ id: day, role, member }),
    onSettled: () => invalidate('repairDays'),
  })
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text>
          {name} <Text span c="dimmed">{`· ${memberStates[state]}`}</Text>
        </Text>
        <Button
          variant="subtle"
          color="red"
          aria-label={words.takeOffOf(name)}
          loading={off.busy}
          onClick={() => off.submit()}
        >
          {words.takeOff}
        </Button>
      </Group>
      <ErrorAlert>{off.formError}</ErrorAlert>
    </>
  )
}

function AddHelper({ day, role }: { day: number; role: Role }) {
  const words = usePlanWords()
  const taken = role.helpers.map(({ member }) => member)
  const colleagues = useColleagues().filter(({ id }) => !taken.includes(id))
  const [member, setMember] = useState(0)
  const add = useAction({
    work: () => api.helpers.add({ id: day, role: role.id, member }),
    onSuccess: () => setMember(0),
    onSettled: () => invalidate('repairDays'),
  })
  return (
    <>
      <Group gap="xs" align="end">
        <SelectField
          label={words.addHelper}
          value={member}
          data={[{ value: 0, label: words.choose }, ...colleagues.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={setMember}
        />
        <Button variant="default" disabled={member === 0} loading={add.busy} onClick={() => add.submit()}>
          {words.putOn}
        </Button>
      </Group>
      <ErrorAlert>{add.formError}</ErrorAlert>
    </>
  )
}
