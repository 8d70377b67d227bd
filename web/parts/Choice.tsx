import type { ReactNode } from 'react'
import css from './choice.module.css'

interface Option {
  readonly value: number
  readonly label: ReactNode
}

/** Large fields to tap: one of several, or any of them. */
export function Choice({
  legend,
  about,
  name,
  options,
  chosen,
  onChange,
  many = false,
}: {
  legend: string
  about?: string
  name: string
  options: readonly Option[]
  chosen: readonly number[]
  onChange: (chosen: number[]) => void
  many?: boolean
}) {
  const toggled = (value: number) =>
    chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value].sort((a, b) => a - b)
  return (
    <fieldset className={css['choice']} data-many={many}>
      <legend>
        {legend}
        {about && <span>{about}</span>}
      </legend>
      {options.map(({ value, label }) => (
        <label key={value}>
          <input
            type={many ? 'checkbox' : 'radio'}
            name={name}
            checked={chosen.includes(value)}
            onChange={() => onChange(many ? toggled(value) : [value])}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
