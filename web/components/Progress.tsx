import { type ListedState, stepsOf } from '#client/progress.ts'
import css from './progress.module.css'
import { useTicketWords } from './ticket-words.ts'

export function TicketProgress({ of }: { of: ListedState }) {
  const words = useTicketWords()
  const states = { done: words.stepDone, now: words.stepNow, ahead: words.stepAhead }
  return (
    <ol className={css['line']} aria-label={words.progress}>
      {stepsOf(of).map(({ name, state, sad }) => (
        <li key={name} data-state={state} data-sad={sad} aria-current={state === 'now' ? 'step' : undefined}>
          <span className={css['dot']} role="img" aria-label={states[state]} />
          <span>{words.steps[name]}</span>
        </li>
      ))}
    </ol>
  )
}
