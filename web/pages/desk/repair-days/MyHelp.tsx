import { Button, Group, Stack, Text } from '@mantine/core'
import type { DayHelpers } from '#contract/repair-days/helper-fields.ts'
import { useAction } from '#web/components/action.ts'
import { ErrorAlert } from '#web/components/errors.tsx'
import { KeepFocus } from '#web/components/KeepFocus.tsx'
import { Lead } from '#web/components/Lead.tsx'
import { Rows } from '#web/components/Rows.tsx'
import { useMemberDayWords } from '#web/components/repair-days/member-words.ts'
import { useRoleName } from '#web/components/repair-days/role-name.ts'
import { Time } from '#web/components/Time.tsx'
import { api, invalidate } from '#web/data/api.ts'

/** The roles of a day: a member signs up, signs off and answers with one tap each. */
export function MyHelp({ of: day }: { of: DayHelpers }) {
  const words = useMemberDayWords()
  if (day.roles.length === 0) return <Text variant="secondary">{words.noRoles}</Text>
  return (
    <Stack gap="xs">
      <Text variant="secondary">
        {day.open ? (
          <Lead text={words.helpUntil}>
            <Time at={day.helpUntil} />
          </Lead>
        ) : (
          words.helpOver
        )}
      </Text>
      <Rows>
        {day.roles.map((role) => (
          <RoleRow key={role.id} day={day} role={role} />
        ))}
      </Rows>
    </Stack>
  )
}

type Role = DayHelpers['roles'][number]

function RoleRow({ day, role }: { day: DayHelpers; role: Role }) {
  const words = useMemberDayWords()
  const name = useRoleName()(role)
  const { state, free, helpers, askedUntil } = role
  const others = helpers.filter((one) => one.state === 'signed').map((one) => one.name)
  return (
    <Stack gap={4} role="group" aria-label={name}>
      <Group justify="space-between" gap="xs">
        <Stack gap={2} miw={0} flex="1 1 12rem">
          <Text fw={600}>{name}</Text>
          <Text variant="secondary" style={{ overflowWrap: 'anywhere' }}>
            {[free > 0 ? words.free(free) : words.complete, others.join(words.and)].filter(Boolean).join(' · ')}
          </Text>
          {state === 'asked' && (
            <Text fw={600}>
              <Lead text={words.askedUntil}>
                <Time at={askedUntil} />
              </Lead>
            </Text>
          )}
        </Stack>
        <Group gap="xs">
          {state !== '' && <Text fw={600}>{words.states[state]}</Text>}
          {day.open && (
            <KeepFocus>
              <HelpButtons day={day.id} role={role} name={name} />
            </KeepFocus>
          )}
        </Group>
      </Group>
    </Stack>
  )
}

function HelpButtons({ day: id, role, name }: { day: number; role: Role; name: string }) {
  const words = useMemberDayWords()
  const onSettled = () => invalidate('repairDays')
  const help = useAction({
    work: () => api.helpers.help({ id, role: role.id }),
    toast: ({ state }) => (state === 'waiting' ? words.nowWaiting : words.signedUp),
    onSettled,
  })
  const off = useAction({
    work: () => api.helpers.unhelp({ id, role: role.id }),
    toast: words.signedOff,
    onSettled,
  })
  const { state, free } = role
  const asked = state === 'asked'
  const inside = state === 'signed' || state === 'waiting' || asked
  const [label, named] = asked
    ? [words.yes, words.yesFor(name)]
    : free > 0
      ? [words.signUp, words.signUpFor(name)]
      : [words.wait, words.waitFor(name)]
  return (
    <Stack gap="xs">
      <ErrorAlert>{help.formError ?? off.formError}</ErrorAlert>
      <Group gap="xs">
        {(!inside || asked) && (
          <Button
            variant={asked ? 'filled' : 'light'}
            aria-label={named}
            loading={help.busy}
            onClick={() => help.submit()}
          >
            {label}
          </Button>
        )}
        {inside && (
          <Button
            variant="default"
            aria-label={asked ? words.noFor(name) : words.signOffFrom(name)}
            loading={off.busy}
            onClick={() => off.submit()}
          >
            {asked ? words.no : words.signOff}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
