import { Text } from '@mantine/core'
import { useId } from 'react'
import { SegmentedChoice } from '#web/components/Segments.tsx'

interface Props {
  label: string
  value: number
  onChange: (sheets: number) => void
}

export function SheetCount({ label, value, onChange }: Props) {
  const id = useId()
  return (
    <>
      <Text id={id}>{label}</Text>
      <SegmentedChoice
        aria-labelledby={id}
        value={String(value)}
        onChange={(sheets) => onChange(Number(sheets))}
        data={['1', '2', '4', '8'].map((sheets) => ({ value: sheets, label: sheets }))}
      />
    </>
  )
}
