import type { ReactNode } from 'react'
import css from './choice.module.css'

interface Option<V> {
  readonly value: V
  readonly label: ReactNode
}

/** Large options to tap, as radio buttons or checkboxes. */
export function Choice<V extends number | string>({
  legend,
  about,
  name,
  options,
  chosen,
  onChange,
  many = false,
  chips = many,
  optional = false,
  lines = false,
}: {
  legend: string
  about?: string
  name: string
  options: readonly Option<V>[]
  chosen: readonly V[]
  onChange: (chosen: V[]) => void
  many?: boolean
  /** Options as wide as their texts. */
  chips?: boolean
  /** The chosen option is taken back by a second tap, Space or Delete. */
  optional?: boolean
  /** Each label has its parts below each other. */
  lines?: boolean
}) {
  const toggled = (value: V) =>
    options.map((one) => one.value).filter((one) => chosen.includes(one) !== (one === value))
  return (
    <fieldset className={css['choice']} data-chips={chips} data-lines={lines}>
      <legend>
        {legend}
        {about && <span>{about}</span>}
      </legend>
      {options.map(({ value, label }) => (
        <label key={value}>
          <input
            className="covering"
            type={many ? 'checkbox' : 'radio'}
            name={name}
            checked={chosen.includes(value)}
            onChange={() => onChange(many ? toggled(value) : [value])}
            onClick={() => optional && chosen.includes(value) && onChange([])}
            onKeyUp={(event) => {
              // A browser sends no click if a chosen radio button is pressed by the keyboard.
              if (!optional || !chosen.includes(value) || ![' ', 'Delete', 'Backspace'].includes(event.key)) return
              event.preventDefault()
              onChange([])
            }}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
