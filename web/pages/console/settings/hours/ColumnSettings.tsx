import { ActionIcon, Button, Input, Text } from '@mantine/core'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { columnSources } from '#contract/hours/hour-fields.ts'
import { limits } from '#contract/limits.ts'
import type { FieldInfo } from '#web/components/action.ts'
import { Icon } from '#web/components/Icon.tsx'
import { KeepFocus } from '#web/components/KeepFocus.tsx'
import { SelectField } from '#web/components/SelectField.tsx'
import type { SettingsDraft } from '#web/pages/console/settings/draft.ts'
import type { SettingsEditor } from '#web/pages/console/settings/editor.ts'
import { withNew } from '#web/pages/console/settings/keyed.ts'
import { Section } from '#web/pages/console/settings/Section.tsx'
import css from './hours.module.css'
import { useHourSettingWords } from './words.ts'

type Row = SettingsDraft['hourColumns'][number]
const most = 40

export function ColumnSettings({ editor: { draft, form, set } }: { editor: SettingsEditor }) {
  const words = useHourSettingWords()
  const rows = draft.hourColumns
  const setRows = (hourColumns: Row[]) => set({ hourColumns })
  const list = useRef<HTMLUListElement>(null)
  const move = (i: number, by: 1 | -1) => {
    const [row, other] = [rows[i], rows[i + by]]
    if (!row || !other) return
    flushSync(() => setRows(rows.with(i, other).with(i + by, row)))
    // A moved row loses the focus. At the end of the list its other button receives it.
    const moved = list.current?.querySelector(`[data-column="${row.key}"]`)
    const same = moved?.querySelector<HTMLButtonElement>(`[data-by="${by}"]:not(:disabled)`)
    ;(same ?? moved?.querySelector<HTMLButtonElement>('button:not(:disabled)'))?.focus()
  }
  const add = () => {
    const source = columnSources.find((one) => !rows.some((row) => row.source === one)) ?? 'constant'
    setRows(withNew(rows, { source, heading: '', text: '' }))
  }
  return (
    <Section id="columns">
      {rows.length === 0 && <Text c="dimmed">{words.noColumns}</Text>}
      <KeepFocus>
        <ul className={css['columns']} ref={list}>
          {rows.map((row, i) => (
            <Column
              key={row.key}
              row={row}
              at={i}
              action={form}
              last={i === rows.length - 1}
              change={(changed) => setRows(rows.with(i, changed))}
              move={(by) => move(i, by)}
              remove={() => setRows(rows.toSpliced(i, 1))}
            />
          ))}
        </ul>
      </KeepFocus>
      <div>
        <Button variant="default" onClick={add} disabled={rows.length >= most}>
          {words.add}
        </Button>
      </div>
    </Section>
  )
}

interface Props {
  row: Row
  at: number
  action: FieldInfo
  last: boolean
  change: (row: Row) => void
  move: (by: 1 | -1) => void
  remove: () => void
}

function Column({ row, at, action, last, change, move, remove }: Props) {
  const words = useHourSettingWords()
  const usual = words.sources[row.source]
  const called = words.column(at + 1, row.heading || usual)
  const text = (name: 'heading' | 'text', placeholder: string) => {
    const refused = action.errorOf(`hourColumns[${at}].${name}`)
    return (
      <div className={name === 'text' ? css['text'] : ''}>
        <Input
          name={`hourColumns[${at}].${name}`}
          aria-label={`${called}: ${words[name]}`}
          placeholder={placeholder}
          value={row[name]}
          error={refused !== undefined}
          maxLength={name === 'heading' ? limits.name : limits.device}
          autoComplete="off"
          onChange={(event) => change({ ...row, [name]: event.currentTarget.value })}
        />
        {refused && <Input.Error role="alert">{refused}</Input.Error>}
      </div>
    )
  }
  const button = (by: 1 | -1, off: boolean) => (
    <ActionIcon
      variant="default"
      size={44}
      data-by={by}
      aria-label={`${by === 1 ? words.down : words.up}: ${called}`}
      disabled={off}
      onClick={() => move(by)}
    >
      <Icon name={by === 1 ? 'down' : 'up'} size={18} />
    </ActionIcon>
  )
  return (
    <li data-column={row.key}>
      <SelectField
        aria-label={`${called}: ${words.source}`}
        value={row.source}
        data={columnSources.map((value) => ({ value, label: words.sources[value] }))}
        onChange={(source) => change({ ...row, source })}
      />
      {text('heading', row.source === 'constant' ? words.heading : usual)}
      {row.source === 'constant' && text('text', words.text)}
      <span className={css['moves']}>
        {button(-1, at === 0)}
        {button(1, last)}
        <ActionIcon variant="subtle" color="red" size={44} aria-label={`${words.remove}: ${called}`} onClick={remove}>
          <Icon name="cross" size={18} />
        </ActionIcon>
      </span>
    </li>
  )
}
