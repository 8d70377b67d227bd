import { Fragment } from 'react'
import { pages } from '#contract/team/pages.ts'
import { Qr } from '#web/components/Qr.tsx'
import { useReachWords } from '#web/components/reach-words.ts'
import { useTeam } from '#web/data/hooks.ts'
import { reachOf } from '#web/lib/reach.ts'
import { Fit } from './Fit.tsx'
import css from './panels.module.css'
import { useBoardWords } from './words.ts'

export function FilingAddress() {
  const words = useBoardWords()
  const reachWords = useReachWords()
  const url = useTeam().data?.url
  const reach = url ? reachOf(url) : 'machine'
  // Phones in the room cannot open it.
  if (reach === 'machine') return null
  const address = `${url}${pages.newTicket}`
  return (
    <section className={css['file']}>
      <Qr text={address} label={words.file} />
      <Fit>
        <h2>{words.file}</h2>
        <p className={css['address']}>
          {address
            .replace(/^https?:\/\//, '')
            .split(/(?=[./])/)
            .map((part) => (
              <Fragment key={part}>
                <wbr />
                {part}
              </Fragment>
            ))}
        </p>
        {reach === 'network' && <p>{reachWords.network}</p>}
      </Fit>
    </section>
  )
}
