import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { LinkButton } from '#web/components/buttons.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { Page } from '#web/components/Page.tsx'
import { useLetterhead } from '#web/components/print/letterhead.ts'
import { Printed } from '#web/components/print/Printed.tsx'
import { SheetCount } from '#web/components/print/SheetCount.tsx'
import { useWords } from '#web/components/words.ts'
import css from './paper-list.module.css'
import { usePaperListWords } from './words.ts'

const lines = 10
const columns = [
  'number',
  'time',
  'name',
  'reach',
  'device',
  'wrong',
  'with',
  'tag',
  'by',
  'returned',
  'ticket',
  'slip',
] as const

export function PaperList() {
  const words = usePaperListWords()
  const [sheets, setSheets] = useState(2)
  return (
    <Page title={words.title} about={words.about}>
      <Stack align="flex-start">
        <SheetCount label={words.sheets} value={sheets} onChange={setSheets} />
        <Group>
          <Button leftSection={<Icon name="printer" size={18} />} onClick={() => window.print()}>
            {words.print}
          </Button>
          <LinkButton href="/desk/tags">{words.tags}</LinkButton>
        </Group>
        <Instructions />
      </Stack>
      <Printed page="size: A4 landscape; margin: 8mm">
        {Array.from({ length: sheets }, (_, sheet) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a sheet is nothing but its place
          <Sheet key={sheet} first={sheet * lines + 1} />
        ))}
      </Printed>
    </Page>
  )
}

function Sheet({ first }: { first: number }) {
  const { appName } = useWords()
  const words = usePaperListWords()
  const { team } = useLetterhead()
  return (
    <section className={css['sheet']}>
      <header>
        <strong>{team || appName}</strong>
        <span>{words.day}: </span>
      </header>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} data-column={column}>
                {words.columns[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: lines }, (_, line) => numberOf(first + line)).map((number) => (
            <tr key={number}>
              {columns.map((column) => (
                <td key={column} data-column={column}>
                  {(column === 'number' || column === 'slip') && number}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Instructions />
    </section>
  )
}

/** P for paper: no number of the queue starts with it. */
const numberOf = (line: number) => `P${String(line).padStart(2, '0')}`

function Instructions() {
  const { how } = usePaperListWords()
  return (
    <section className={css['how']}>
      <h2>{how.title}</h2>
      <ol>
        {how.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  )
}
