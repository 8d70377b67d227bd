import { Checkbox, SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { hourKinds, hourStates } from '#contract/hours/hour-fields.ts'
import { useHourWords } from '#web/components/hours/words.ts'
import { SelectField } from '#web/components/SelectField.tsx'
import type { Days } from '#web/lib/days.ts'
import { overviewOf } from './hooks.ts'
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
  const members = filter.member > 0 && !known ? [...people, { member: filter.member, name: '' }] : people
  return (
    <SimpleGrid
      component="search"
      minColWidth="min(9rem, 100%)"
      autoFlow="auto-fit"
      spacing={12}
      verticalSpacing={8}
      style={{ alignItems: 'end' }}
    >
      <SelectField
        label={words.who}
        value={filter.member}
        data={[
          { value: 0, label: words.everybody },
          ...members.map(({ member, name }) => ({ value: member, label: name || words.erased(member) })),
        ]}
        onChange={(member) => change({ ...filter, member })}
      />
      <SelectField
        label={words.state}
        value={filter.state}
        data={(['', ...hourStates] as const).map((value) => ({ value, label: value ? states[value] : words.all }))}
        onChange={(state) => change({ ...filter, state })}
      />
      <SelectField
        label={words.kind}
        value={filter.kind}
        data={(['', ...hourKinds] as const).map((value) => ({ value, label: value ? kinds[value] : words.all }))}
        onChange={(kind) => change({ ...filter, kind })}
      />
      <Checkbox
        label={words.objected}
        checked={filter.objected}
        onChange={(event) => change({ ...filter, objected: event.currentTarget.checked })}
      />
    </SimpleGrid>
  )
}
