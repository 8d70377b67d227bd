import { Button, SimpleGrid, Text, TextInput } from '@mantine/core'
import { type ChangeEvent, useState } from 'react'
import { targets } from '#contract/codes.ts'
import { TextLink } from '#web/components/buttons.tsx'
import { Page } from '#web/components/Page.tsx'
import { SelectField } from '#web/components/SelectField.tsx'
import { Time } from '#web/components/Time.tsx'
import type { api } from '#web/data/api.ts'
import { useCodeNames } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import css from './log.module.css'
import { linkOfEntry } from './log-link.ts'
import { PagedRows } from './PagedRows.tsx'
import { useConsoleWords } from './words.ts'

type Entry = Awaited<ReturnType<typeof api.admin.log>>['list'][number]

const everything = { target: '', op: '', since: '', until: '' }

export function OperationLog() {
  const { log: words } = useConsoleWords()
  const codeName = useCodeNames()
  const [typed, setTyped] = useState(everything)
  const { target, op, since, until } = typed
  const filter = {
    ...(target && { target: Number(target) }),
    ...(op.trim() && { op: op.trim() }),
    ...(since && { since }),
    // The filter includes the whole last day.
    ...(until && { until: `${until}T23:59:59.999999` }),
  }
  const clear = (
    <Button variant="default" onClick={() => setTyped(everything)}>
      {words.clear}
    </Button>
  )
  const empty = { title: words.none, icon: 'search', about: words.noneAbout, action: clear } as const
  const text = (name: 'op' | 'since' | 'until') => ({
    label: words[name],
    value: typed[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => setTyped({ ...typed, [name]: event.currentTarget.value }),
  })
  return (
    <Page title={words.title} about={words.about}>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
        <SelectField
          label={words.target}
          value={target}
          onChange={(chosen) => setTyped({ ...typed, target: chosen })}
          data={[
            { value: '', label: words.all },
            ...Object.values(targets).map((code) => ({ value: String(code), label: codeName('target', code) })),
          ]}
        />
        <TextInput {...text('op')} />
        <TextInput type="date" {...text('since')} />
        <TextInput type="date" {...text('until')} />
      </SimpleGrid>
      <PagedRows query={(page) => queries.log.list(filter, page)} empty={empty}>
        {/* Entries have no id. */}
        {(entry, i) => <LogEntry key={`${entry.time} ${i}`} entry={entry} />}
      </PagedRows>
    </Page>
  )
}

function LogEntry({ entry: { op, time, operation, target, previous, current } }: { entry: Entry }) {
  const { log: words } = useConsoleWords()
  const codeName = useCodeNames()
  const id = current.id || previous.id
  const href = linkOfEntry({ operation, target, id })
  const what = `${codeName('target', target)}${id > 0 ? ` #${id}` : ''}`
  return (
    <div className={css['entry']}>
      <Text className={css['what'] ?? ''}>
        <Text span fw={600}>
          {op || words.nobody}
        </Text>{' '}
        · {codeName('operation', operation)} · {href ? <TextLink href={href}>{what}</TextLink> : what}
      </Text>
      <Text variant="secondary" className={css['time'] ?? ''}>
        <Time at={time} />
      </Text>
      <Text size="sm">
        {previous.info && `${previous.info} → `}
        {current.info}
      </Text>
    </div>
  )
}
