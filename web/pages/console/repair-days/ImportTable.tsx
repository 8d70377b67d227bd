import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { FileInput } from '#web/components/FileInput.tsx'
import { FirstTen } from '#web/components/FirstTen.tsx'
import { Form } from '#web/components/Form.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { acceptedTables, useReadTable } from '#web/components/table-file.ts'
import { api, invalidate } from '#web/data/api.ts'
import { usePlanWords } from './words.ts'

interface Table {
  readonly id: number
  readonly what: 'bookings' | 'helpers'
}
type Check = Awaited<ReturnType<typeof api.dayTables.import>> & {
  readonly name: string
  readonly file: Uint8Array<ArrayBuffer>
}

/** Chooses a table, shows what it would change, and imports it. */
export function ImportTable({ id, what, beside }: Table & { beside: ReactNode }) {
  const words = usePlanWords()
  const input = useRef<HTMLInputElement>(null)
  const read = useReadTable(words.tooLarge)
  const [checked, setChecked] = useState<Check>()
  const check = useAction({
    work: async (chosen: File) => {
      setChecked(undefined)
      const file = new Uint8Array(await read(chosen))
      return { name: chosen.name, file, ...(await api.dayTables.import({ id, what, file, check: 'true' })) }
    },
    onSuccess: setChecked,
  })
  return (
    <Stack>
      <Group gap="xs">
        {beside}
        <Button
          variant="default"
          leftSection={<Icon name="up" size={18} />}
          loading={check.busy}
          onClick={() => input.current?.click()}
        >
          {words.importTable}
        </Button>
      </Group>
      <FileInput
        ref={input}
        aria-label={words.importTable}
        accept={acceptedTables}
        onFiles={([file]) => file && check.submit(file)}
      />
      <ErrorAlert>{check.formError}</ErrorAlert>
      {checked && <Outcome id={id} what={what} of={checked} done={() => setChecked(undefined)} />}
    </Stack>
  )
}

function Outcome({
  id,
  what,
  of: { name, file, added, known, problems },
  done,
}: Table & { of: Check; done: () => void }) {
  const words = usePlanWords()
  const enter = useAction({
    work: () => api.dayTables.import({ id, what, file }),
    toast: (result) => words.entered(result.added),
    onSuccess: () => {
      done()
      return invalidate('repairDays', 'duty', 'tickets')
    },
  })
  return (
    <Card title={words.tableOutcome(name)}>
      <Text role="status">{words.tableCounts(added, known, problems.length)}</Text>
      {problems.length > 0 && (
        <>
          <Alert color="yellow" variant="light">
            {words.tableProblems}
          </Alert>
          <FirstTen showAll={words.allProblems(problems.length)}>
            {problems.map(({ row, reason }) => (
              <Text key={row}>
                <strong>{words.tableRow(row)}</strong> {reason}
              </Text>
            ))}
          </FirstTen>
        </>
      )}
      {problems.length === 0 && added === 0 && <Text>{words.nothingToEnter}</Text>}
      {problems.length === 0 && added > 0 && (
        <Form action={enter} submit={words.enterRows(added)} onSubmit={() => enter.submit()} onBack={done}>
          {null}
        </Form>
      )}
    </Card>
  )
}
