import type { ReactNode } from 'react'
import css from './choice.module.css'

interface Option<V> {
  readonly value: V
  readonly label: ReactNode
}

/** Large fields to tap: one of several, or any of them. */
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
}: {
  legend: string
  about?: string
  name: string
  options: readonly Option<V>[]
  chosen: readonly V[]
  onChange: (chosen: V[]) => void
  many?: boolean
  /** As wide as their words, where there are more of them than fit side by side. */
  chips?: boolean
  /** Of several: the chosen one is taken back by a second tap, by Space, or by Delete. */
  optional?: boolean
}) {
  const toggled = (value: V) =>
    options.map((one) => one.value).filter((one) => chosen.includes(one) !== (one === value))
  return (
    <fieldset className={css['choice']} data-chips={chips}>
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
              // By the keyboard a browser does not press what is chosen already.
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
