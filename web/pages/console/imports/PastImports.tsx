import { Alert, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '#web/components/action.ts'
import { Card } from '#web/components/Card.tsx'
import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { ErrorAlert, LoadError } from '#web/components/errors.tsx'
import { Time } from '#web/components/Time.tsx'
import { api, invalidate } from '#web/data/api.ts'
import { type PastImport, queries } from '#web/data/queries.ts'
import { useImportWords } from './words.ts'

export type UndoAnswer = Awaited<ReturnType<typeof api.imports.undo>>

const shown = 5

export function PastImports() {
  const words = useImportWords()
  const imports = useQuery(queries.imports.past())
  const [undone, setUndone] = useState<UndoAnswer>()
  return (
    <Card title={words.past}>
      {undone && <UndoResult undone={undone} />}
      {imports.error && <LoadError error={imports.error} retry={imports.refetch} />}
      {imports.data?.list.length === 0 && <Text>{words.noPast}</Text>}
      {imports.data && imports.data.list.length > 0 && (
        <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
          {imports.data.list.slice(0, shown).map((one) => (
            <PastImportRow key={one.id} past={one} onUndone={setUndone} />
          ))}
        </Stack>
      )}
    </Card>
  )
}

export function useUndoImport(id: number, onUndone: (undone: UndoAnswer) => void) {
  return useAction({
    work: () => api.imports.undo({ id }),
    onSuccess: (undone) => {
      onUndone(undone)
      return invalidate('imports', 'tickets', 'statistics', 'members', 'colleagues', 'rosters', 'log', 'impact')
    },
  })
}

function PastImportRow({ past, onUndone }: { past: PastImport; onUndone: (undone: UndoAnswer) => void }) {
  const words = useImportWords()
  const undo = useUndoImport(past.id, onUndone)
  return (
    <li>
      <Group justify="space-between" gap="xs">
        <div>
          <Text fw={600}>{words.pastRow(words.kinds[past.kind], past.added)}</Text>
          <Text size="sm">
            <Time at={past.createdTime} /> · {past.op === '' ? words.byCommand : words.by(past.op)}
            {past.undoable && (
              <>
                {' · '}
                {words.undoUntil} <Time at={past.undoUntil} />
              </>
            )}
          </Text>
        </div>
        {past.undoable ? (
          <ConfirmButton label={words.undo} action={undo} question={words.undoQuestion} />
        ) : (
          <Text size="sm">{past.undoneTime === '' ? words.undoOver : words.undoneRow(past.removed)}</Text>
        )}
      </Group>
      <ErrorAlert>{undo.formError}</ErrorAlert>
    </li>
  )
}

export function UndoResult({ undone: { removed, stay, kept } }: { undone: UndoAnswer }) {
  const words = useImportWords()
  return (
    <Alert color="teal" variant="light" role="status" mb="md">
      <Text>{words.undone(removed, stay)}</Text>
      {kept.length > 0 && (
        <>
          <Text mt="xs">{words.keptAbout}</Text>
          <ul>
            {kept.map(({ id, name }) => (
              <li key={id}>
                #{id} {name}
              </li>
            ))}
          </ul>
        </>
      )}
    </Alert>
  )
}
