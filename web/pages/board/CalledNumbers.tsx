import { benchName } from '#contract/words/bench.ts'
import { useLang } from '#web/lib/language.ts'
import type { BoardInfo } from './board-info.ts'
import { Fit } from './Fit.tsx'
import { PagedNumbers } from './PagedNumbers.tsx'
import css from './panels.module.css'
import { useBoardWords } from './words.ts'

/** Letters of these sizes, in hundredths of the display. While paused the state is long and needs the room. */
const sizes = [6, 5.2, 4.6, 4, 3.4] as const
/** A few numbers fill the panel. */
const besideShortState = [20, 15, 12, 9.5, 7.6, ...sizes]

export function CalledNumbers({ of: { queue, duty } }: { of: BoardInfo }) {
  const { calls, waiting } = queue
  const words = useBoardWords()
  const lang = useLang()
  const newest = calls[0]
  const hasBench = calls.some(({ bench }) => bench !== '')
  return (
    <section className={css['called']}>
      {newest ? (
        <PagedNumbers
          title={words.called}
          beside={words.peopleWaiting(waiting)}
          numbers={calls.map(({ number, bench }) => ({ number, about: benchName(lang, bench) }))}
          cell={{ width: hasBench ? 3.8 : 1, height: 1.35 }}
          sizes={duty.currentDuty === 'off' ? sizes : besideShortState}
          from={newest.number + newest.time}
        />
      ) : (
        <>
          <h2 className={css['heading']}>
            {words.called}
            <b>{words.peopleWaiting(waiting)}</b>
          </h2>
          <Fit className={css['none']}>
            <p>{words.soon}</p>
          </Fit>
        </>
      )}
    </section>
  )
}
