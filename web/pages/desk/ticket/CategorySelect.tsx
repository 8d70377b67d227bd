import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { matchesName, sortedByName } from '#client/closing.ts'
import { categories } from '#contract/codes.ts'
import { queries } from '#web/data/queries.ts'
import { useLang } from '#web/lib/language.ts'
import { useClosingWords } from './closing-words.ts'

export function CategorySelect({ value, onCategory }: { value: number; onCategory: (category: number) => void }) {
  const words = useClosingWords()
  const lang = useLang()
  const all = sortedByName(useQuery(queries.codes.all()).data?.['category'] ?? [], lang, categories.misc)
  const named = new Map(all.map((one) => [String(one.code), one]))
  return (
    <Select
      label={words.category}
      placeholder={words.categoryFind}
      nothingFoundMessage={words.noCategory}
      value={value === 0 ? null : String(value)}
      data={all.map(({ code, name }) => ({ value: String(code), label: name[lang] }))}
      searchable
      clearable
      comboboxProps={{ withinPortal: false }}
      // An inner scroll area would be focusable without a name.
      withScrollArea={false}
      styles={{ options: { maxHeight: 220, overflowY: 'auto' } }}
      filter={({ options, search }) =>
        options.filter((one) => {
          const category = 'value' in one ? named.get(one.value) : undefined
          return category && (search === category.name[lang] || matchesName(category, search))
        })
      }
      onChange={(code) => onCategory(Number(code))}
    />
  )
}
