import { ActionIcon, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { type RefObject, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { useAction } from '#web/components/action.ts'
import { ErrorAlert } from '#web/components/errors.tsx'
import { Field, Form, fieldsOf } from '#web/components/Form.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { api, invalidate } from '#web/data/api.ts'
import css from './hours.module.css'
import type { LineSelection } from './selection.ts'
import { useConsoleHourWords } from './words.ts'

interface Props {
  chosen: LineSelection
  approve: RefObject<HTMLButtonElement | null>
  refusing: boolean
  setRefusing: (refusing: boolean) => void
  done: () => void
}

export function DecideLines({ chosen, approve: button, refusing, setRefusing, done }: Props) {
  const words = useConsoleHourWords()
  const [values, setValues] = useState({ reason: '' })
  const decide = useAction({
    work: (state: 'approved' | 'refused') =>
      api.hours.decide({ ids: [...chosen], state, ...(state === 'refused' && { reason: values.reason.trim() }) }),
    toast: ({ changed }, state) => words.decided[state](changed),
    onSuccess: done,
    onSettled: () => invalidate('hours'),
    fields: { reason: words.refusedReason },
  })
  const title = words.chosen(chosen.size)
  return (
    <Paper className={css['bar'] ?? ''} withBorder shadow="md" p="sm" role="group" aria-label={title}>
      {refusing ? (
        <Form
          action={decide}
          submit={words.refuseThese(chosen.size)}
          onSubmit={() => decide.submit('refused')}
          onBack={() => setRefusing(false)}
        >
          <Field
            {...fieldsOf(decide, values, setValues)('reason')}
            about={words.refusedReasonAbout}
            maxLength={limits.search}
            autoComplete="off"
            autoFocus
          />
        </Form>
      ) : (
        <Stack gap="xs">
          <Group gap="xs" justify="space-between">
            <Text fw={600} role="status">
              {title}
            </Text>
            <Group gap="xs">
              <Button ref={button} loading={decide.busy} onClick={() => decide.submit('approved')}>
                {words.approve}
              </Button>
              <Button variant="light" color="red" onClick={() => setRefusing(true)}>
                {words.refuse}
              </Button>
              <ActionIcon variant="subtle" color="gray" size={44} aria-label={words.clearChosen} onClick={done}>
                <Icon name="cross" />
              </ActionIcon>
            </Group>
          </Group>
          <ErrorAlert>{decide.formError}</ErrorAlert>
        </Stack>
      )}
    </Paper>
  )
}
