import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ImportKind } from '#contract/imports/import-fields.ts'
import { pages } from '#contract/team/pages.ts'
import { LinkButton } from '#web/components/buttons.tsx'
import { ConfirmButton } from '#web/components/ConfirmButton.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { Lead } from '#web/components/Lead.tsx'
import { Time } from '#web/components/Time.tsx'
import { queries } from '#web/data/queries.ts'
import { download } from '#web/lib/download.ts'
import { useUnsaved } from '#web/lib/unsaved.ts'
import type { ImportResult } from './check.ts'
import { baseName } from './import-options.ts'
import css from './imports.module.css'
import { type UndoAnswer, UndoResult, useUndoImport } from './PastImports.tsx'
import { useImportWords } from './words.ts'

const places = {
  queue: pages.desk,
  statistics: `${pages.console}/statistics`,
  members: `${pages.console}/members`,
  rosters: `${pages.console}/rosters`,
} as const
const next: Readonly<Record<ImportKind, readonly (keyof typeof places)[]>> = {
  tickets: ['queue', 'statistics'],
  members: ['members'],
  roster: ['rosters'],
  ords: ['queue', 'statistics'],
}

interface Props {
  result: ImportResult
  kind: ImportKind
  file: string
}

export function ImportDone({ result: { id, added, known, refused, repeated, left }, kind, file }: Props) {
  const words = useImportWords()
  const [taken, setTaken] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  useUnsaved(left !== '' && !taken, words.notTaken)
  const save = () => {
    setTaken(true)
    // Decoding a text removes its byte order mark, which spreadsheets need to detect UTF-8.
    download(words.leftName(baseName(file)), 'text/csv;charset=utf-8', `\uFEFF${left.replace(/^\uFEFF/, '')}`)
  }
  return (
    <Paper component="section" withBorder p={20} aria-label={words.done}>
      <Group align="flex-start" gap={16} wrap="nowrap">
        <span className={css['tick']}>
          <Icon name="check" size={28} />
        </span>
        <Stack gap="sm" miw={0}>
          <Title order={2} size="h4" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
            {words.done}
          </Title>
          <Text>{words.added(kind, added)}</Text>
          {known > 0 && <Text>{words.alreadyThere(known)}</Text>}
          {repeated > 0 && <Text>{words.repeatedRows(repeated)}</Text>}
          {refused > 0 && <Text>{words.stayedOut(refused)}</Text>}
          <Group>
            {left !== '' && (
              <Button leftSection={<Icon name="down" />} onClick={save}>
                {words.downloadLeft}
              </Button>
            )}
            {next[kind].map((one) => (
              <LinkButton key={one} href={places[one]}>
                {words.links[one]}
              </LinkButton>
            ))}
          </Group>
          {added > 0 && <UndoThis id={id} />}
        </Stack>
      </Group>
    </Paper>
  )
}

/** Until when this import can be undone, and the button for it. */
function UndoThis({ id }: { id: number }) {
  const words = useImportWords()
  const { data } = useQuery(queries.imports.past())
  const [undone, setUndone] = useState<UndoAnswer>()
  const undo = useUndoImport(id, setUndone)
  const past = data?.list.find((one) => one.id === id)
  if (undone) return <UndoResult undone={undone} />
  if (!past?.undoable) return null
  return (
    <>
      <Text>
        <Lead text={words.canUndo}>
          <Time at={past.undoUntil} />
        </Lead>
      </Text>
      <div>
        <ConfirmButton label={words.undo} action={undo} question={words.undoQuestion} />
      </div>
      <ErrorAlert>{undo.formError}</ErrorAlert>
    </>
  )
}
