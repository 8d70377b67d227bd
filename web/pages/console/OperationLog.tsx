import { Button, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import { Link } from 'wouter'
import { targets } from '#contract/codes.ts'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { Page } from '#web/components/Page.tsx'
import { Paged } from '#web/components/Paged.tsx'
import { Rows } from '#web/components/Rows.tsx'
import { SelectField } from '#web/components/SelectField.tsx'
import { Time } from '#web/components/Time.tsx'
import type { api } from '#web/data/api.ts'
import { useClock } from '#web/data/hooks.ts'
import { queries } from '#web/data/queries.ts'
import { useLang } from '#web/lib/language.ts'
import { dayName } from '#web/lib/time.ts'
import css from './log.module.css'
import { linkOfEntry } from './log-link.ts'
import { useConsoleWords } from './words.ts'

type Entry = Awaited<ReturnType<typeof api.admin.log>>['list'][number]

const everything = { target: '', op: '', since: '', until: '' }

export function OperationLog() {
  const { log: words } = useConsoleWords()
  const members = useQuery(queries.members.list({ count: 100 })).data?.list ?? []
  const [typed, setTyped] = useState(everything)
  const { target, op, since, until } = typed
  const filter = {
    ...(target && { target: Number(target) }),
    ...(op && { op }),
    ...(since && { since }),
    // The filter includes the whole last day.
    ...(until && { until: `${until}T23:59:59.999999` }),
  }
  const select = (
    name: 'op' | 'target',
    all: string,
    choices: readonly (readonly [value: string, label: string])[],
  ) => ({
    label: words[name],
    value: typed[name],
    onChange: (chosen: string) => setTyped({ ...typed, [name]: chosen }),
    data: [['', all] as const, ...choices].map(([value, label]) => ({ value, label })),
  })
  const day = (name: 'since' | 'until') => ({
    label: words[name],
    type: 'date',
    value: typed[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => setTyped({ ...typed, [name]: event.currentTarget.value }),
  })
  const clear = (
    <Button variant="default" onClick={() => setTyped(everything)}>
      {words.clear}
    </Button>
  )
  const names = members.map(({ name }) => [name, name] as const)
  const kinds = Object.entries(words.kinds).map(
    ([name, label]) => [String(targets[name as keyof typeof targets]), label] as const,
  ) // as its type says
  return (
    <Page title={words.title} about={words.about}>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
        <SelectField {...select('op', words.everyone, names)} />
        <SelectField {...select('target', words.all, kinds)} />
        <TextInput {...day('since')} />
        <TextInput {...day('until')} />
      </SimpleGrid>
      <Paged
        query={(page) => queries.log.list(filter, page)}
        empty={<EmptyState title={words.none} icon="search" about={words.noneAbout} action={clear} />}
      >
        {(list) => <LogDays list={list} />}
      </Paged>
    </Page>
  )
}

function LogDays({ list }: { list: readonly Entry[] }) {
  const lang = useLang()
  const clock = useClock()
  const days = Map.groupBy(list, ({ time }) => time.slice(0, 10))
  return (
    <Stack gap="lg">
      {[...days].map(([day, entries]) => (
        <Stack key={day} gap="xs" component="section" aria-label={dayName(day, lang, clock)}>
          <Title size="h5">{dayName(day, lang, clock)}</Title>
          <Rows>
            {entries.map((entry) => (
              // Entries have no id.
              <LogEntry key={list.indexOf(entry)} entry={entry} />
            ))}
          </Rows>
        </Stack>
      ))}
    </Stack>
  )
}

function LogEntry({ entry: { op, time, text, operation, target, previous, current } }: { entry: Entry }) {
  const href = linkOfEntry({ operation, target, id: current.id || previous.id })
  const isNamed = op !== '' && text.startsWith(op)
  const content = (
    <>
      <Text variant="secondary" className={css['time'] ?? ''}>
        <Time at={time} only="time" />
      </Text>
      <span className={css['text']}>
        {isNamed && <strong>{op}</strong>}
        {isNamed ? text.slice(op.length) : text}
      </span>
      {href && <Icon name="forward" size={16} />}
    </>
  )
  if (!href) return <div className={css['entry']}>{content}</div>
  return (
    <Link href={href} className={css['entry'] ?? ''}>
      {content}
    </Link>
  )
}
