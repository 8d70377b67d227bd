import { Button, Group } from '@mantine/core'
import { Link } from 'wouter'
import { pages } from '#contract/team/pages.ts'
import { useClock, useKindNames } from '#web/data/hooks.ts'
import type { Visit } from '#web/data/queries.ts'
import { useLang } from '#web/lib/language.ts'
import { ago, timeOfDay } from '#web/lib/time.ts'
import type { QueueActions } from './queue-actions.ts'
import { visitActions } from './visit-actions.ts'
import css from './visits.module.css'
import { useVisitWords } from './words.ts'

export function VisitRow({ visit, of }: { visit: Visit; of: QueueActions }) {
  const words = useVisitWords()
  const lang = useLang()
  const clock = useClock()
  const kindName = useKindNames()
  const { id, number, device, owner, state, kind, since, mine, calledBy } = visit
  const caller = (state === 'called' || state === 'served') && calledBy
  const facts = [kindName({ type: kind, kind }), owner, caller && (mine ? words.byMe : words.calledBy(calledBy))]
  return (
    <div className={css['row']} data-visit={id} data-state={state} data-mine={mine}>
      <b className={css['number']}>{number}</b>
      <div className={css['who']}>
        <Link href={`${pages.desk}/tickets/${id}`}>{device}</Link>
        <span>
          {facts.filter(Boolean).join(' · ')} ·{' '}
          <time dateTime={since.slice(0, 19)} title={timeOfDay(since)}>
            {clock && ago(since, lang, clock)}
          </time>
        </span>
      </div>
      <Group className={css['acts'] ?? ''} gap="xs">
        {visitActions[state].map((act, place) => (
          <Button
            key={act}
            variant={place > 0 ? 'default' : state === 'called' ? 'filled' : 'light'}
            aria-label={words.of(words.acts[act], number)}
            disabled={of.busy}
            onClick={() => of.run(act, visit)}
          >
            {words.acts[act]}
          </Button>
        ))}
      </Group>
    </div>
  )
}
