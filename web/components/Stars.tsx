import { Icon } from './Icon.tsx'
import css from './stars.module.css'
import { useTicketWords } from './ticket-words.ts'

const five = [1, 2, 3, 4, 5] as const

export function Stars({ of }: { of: number }) {
  const { stars } = useTicketWords()
  return (
    <span className={css['stars']} role="img" aria-label={stars(of)}>
      {five.map((star) => (
        <span key={star} data-full={star <= of}>
          <Icon name="star" size={22} />
        </span>
      ))}
    </span>
  )
}

interface Props {
  legend: string
  names: readonly string[]
  /** 0 until one is chosen. */
  value: number
  onStars: (stars: number) => void
}

export function StarChoice({ legend, names, value, onStars }: Props) {
  const { stars } = useTicketWords()
  return (
    <fieldset className={css['choice']}>
      <legend>{legend}</legend>
      <div>
        {five.map((star) => (
          <label key={star} data-full={star <= value}>
            <input
              className="covering"
              type="radio"
              name="stars"
              aria-label={`${stars(star)}: ${names[star - 1]}`}
              checked={star === value}
              onChange={() => onStars(star)}
            />
            <Icon name="star" size={32} />
          </label>
        ))}
      </div>
      <span aria-hidden="true">{names[value - 1] ?? '\u00a0'}</span>
    </fieldset>
  )
}
