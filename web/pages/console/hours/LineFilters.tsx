import { Checkbox, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { hourKinds, hourStates } from '#contract/hours/hour-fields.ts'
import { useHourWords } from '#web/components/hours/words.ts'
import type { Days } from './days.ts'
import css from './hours.module.css'
import { overviewOf } from './overview.ts'
import type { LineFilter } from './view-address.ts'
import { useConsoleHourWords } from './words.ts'

interface Props {
  filter: LineFilter
  days: Days
  change: (filter: LineFilter) => void
}

export function LineFilters({ filter, days, change }: Props) {
  const words = useConsoleHourWords()
  const { states, kinds } = useHourWords()
  const people = useQuery(overviewOf(days)).data?.people ?? []
  const known = people.some(({ member }) => member === filter.member)
  return (
    <search className={css['filters']}>
      <NativeSelect
        label={words.who}
        value={filter.member}
        data={[
          { value: '0', label: words.everybody },
          ...people.map(({ member, name }) => ({ value: String(member), label: name || words.erased(member) })),
          ...(filter.member > 0 && !known
            ? [{ value: String(filter.member), label: words.erased(filter.member) }]
            : []),
        ]}
        onChange={(event) => change({ ...filter, member: Number(event.currentTarget.value) })}
      />
      <NativeSelect
        label={words.state}
        value={filter.state}
        data={[{ value: '', label: words.all }, ...hourStates.map((value) => ({ value, label: states[value] }))]}
        onChange={({ currentTarget: { value } }) =>
          change({ ...filter, state: hourStates.find((one) => one === value) ?? '' })
        }
      />
      <NativeSelect
        label={words.kind}
        value={filter.kind}
        data={[{ value: '', label: words.all }, ...hourKinds.map((value) => ({ value, label: kinds[value] }))]}
        onChange={({ currentTarget: { value } }) =>
          change({ ...filter, kind: hourKinds.find((one) => one === value) ?? '' })
        }
      />
      <Checkbox
        label={words.objected}
        checked={filter.objected}
        onChange={(event) => change({ ...filter, objected: event.currentTarget.checked })}
      />
    </search>
  )
}
