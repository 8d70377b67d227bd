import { type ReactNode, useId } from 'react'
import css from './segments.module.css'

/** A segmented control. Mantine's measures its layout, which takes a cheap phone a tenth of a second. */
export function SegmentedChoice<V extends string>({
  value: chosen,
  onChange,
  data,
  className = '',
  ...label
}: {
  value: V
  onChange: (value: V) => void
  data: readonly { readonly value: V; readonly label: ReactNode }[]
  className?: string | undefined
} & ({ 'aria-label': string } | { 'aria-labelledby': string })) {
  const name = useId()
  return (
    <div role="radiogroup" className={`${css['segments']} ${className}`} {...label}>
      {data.map(({ value, label: text }) => (
        <label key={value}>
          <input type="radio" name={name} value={value} checked={value === chosen} onChange={() => onChange(value)} />
          <span>{text}</span>
        </label>
      ))}
    </div>
  )
}
