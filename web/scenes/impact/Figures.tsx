import type { ReactNode } from 'react'
import { languages } from '#contract/languages.ts'
import type { api } from '#web/data/api.ts'
import { useCodeNames } from '#web/data/hooks.ts'
import { useLang } from '#web/lib/language.ts'
import { type Bar, Bars } from '#web/parts/figures/Bars.tsx'
import { Figure } from '#web/parts/figures/Figure.tsx'
import { useOutcomeWords } from '#web/parts/outcome-words.ts'
import css from './impact.module.css'
import { weightOf } from './weight.ts'
import { useImpactWords } from './words.ts'

export type ImpactFigures = Awaited<ReturnType<typeof api.impact.figures>>

/** The figures themselves: three large ones, and what they are made of. */
export function Figures({ of, devices }: { of: ImpactFigures; devices: number }) {
  const words = useImpactWords()
  const names = useOutcomeWords()
  const codeName = useCodeNames()
  const lang = useLang()
  const number = new Intl.NumberFormat(languages[lang].tag)
  const share = (count: number) => words.share(count, Math.round((100 * count) / devices))
  const fixed = of.outcomes.find(({ outcome }) => outcome === 'fixed')?.count
  const weight = weightOf(of.kept.grams)
  const outcomes = of.outcomes.map(({ outcome, count }) => ({
    ...{ key: outcome, name: names.outcomes[outcome], value: count },
    shown: share(count),
  }))
  const categories = of.categories.map(({ category, count, fixed: mended }) => ({
    ...{ key: category, name: codeName('category', category), value: count },
    shown: words.ofWhichFixed(count, mended),
  }))
  const barriers = of.barriers.map(({ barrier, count }) => ({
    ...{ key: barrier, name: names.barriers[barrier], value: count },
    shown: String(count),
  }))
  return (
    <>
      <dl className={css['tiles']}>
        <Tile name={words.devices} value={number.format(devices)} />
        {fixed !== undefined && (
          <Tile
            name={words.fixed}
            value={`${Math.round((100 * fixed) / devices)}%`}
            about={words.fixedOf(fixed, devices)}
          />
        )}
        {of.kept.devices > 0 && (
          <Tile
            name={words.kept}
            value={words[weight.unit](number.format(weight.amount))}
            about={words.keptOf(of.kept.devices)}
          />
        )}
      </dl>
      <Lying title={words.outcomes} says={words.outcomesSay} head={words.outcome} bars={outcomes} whole={devices} />
      <Lying title={words.categories} says={words.categoriesSay} head={words.category} bars={categories} />
      <Lying title={words.barriers} says={words.barriersSay} head={words.barrier} bars={barriers} />
    </>
  )
}

function Tile({ name, value, about }: { name: string; value: ReactNode; about?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={css['value']}>{value}</dd>
      {about && <dd className={css['about']}>{about}</dd>}
    </div>
  )
}

function Lying(props: { title: string; says: string; head: string; bars: readonly Bar[]; whole?: number }) {
  const { title, says, head, bars, whole } = props
  const words = useImpactWords()
  if (bars.length === 0) return null
  const rows = bars.map(({ key, name, shown }) => ({ key, name, figures: [shown] }))
  return (
    <Figure title={title} says={says} table={{ heads: [head, words.count], rows }}>
      <Bars title={title} says={says} bars={bars} {...(whole ? { whole } : {})} />
    </Figure>
  )
}
