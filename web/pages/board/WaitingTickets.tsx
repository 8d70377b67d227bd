import { Fit } from './Fit.tsx'
import css from './panels.module.css'
import { useBoardWords } from './words.ts'

export function WaitingTickets({ count }: { count: number }) {
  const words = useBoardWords()
  return (
    <section className={css['waiting']}>
      <Fit>
        <h2>{words.waiting}</h2>
      </Fit>
      <b>{count}</b>
    </section>
  )
}
