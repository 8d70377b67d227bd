import type { BoardInfo } from './board-info.ts'
import { Fit } from './Fit.tsx'
import { PagedNumbers } from './PagedNumbers.tsx'
import css from './panels.module.css'
import { useBoardWords } from './words.ts'

/** Letters of these sizes, in hundredths of the display; none is larger than the state. */
const sizes = [6, 5.2, 4.4, 3.7, 3.2, 2.6] as const

export function ReadyNumbers({ of: { ready, more } }: { of: BoardInfo }) {
  const words = useBoardWords()
  return (
    <section className={css['ready']}>
      {ready.length === 0 ? (
        <>
          <h2 className={css['heading']}>{words.ready}</h2>
          <Fit className={css['none']}>
            <p>{words.none}</p>
          </Fit>
        </>
      ) : (
        <PagedNumbers
          title={words.ready}
          more={more ? words.more : ''}
          numbers={ready.map((id) => ({ number: `#${id}` }))}
          cell={{ width: 0.6, height: 1.25 }}
          sizes={sizes}
        />
      )}
    </section>
  )
}
