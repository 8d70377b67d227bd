import type { ReactNode } from 'react'
import { languages } from '#contract/languages.ts'
import { BarFigure } from '#web/components/figures/BarFigure.tsx'
import { useOutcomeWords } from '#web/components/outcome-words.ts'
import type { api } from '#web/data/api.ts'
import { useCodeNames } from '#web/data/hooks.ts'
import { useLang } from '#web/lib/language.ts'
import css from './impact.module.css'
import { weightOf } from './weight.ts'
import { useImpactWords } from './words.ts'

export type ImpactData = Awaited<ReturnType<typeof api.impact.figures>>

export function ImpactFigures({ of, devices }: { of: ImpactData; devices: number }) {
  const words = useImpactWords()
  const names = useOutcomeWords()
  const codeName = useCodeNames()
  const share = (count: number) => words.share(count, Math.round((100 * count) / devices))
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
      <Tiles of={of} devices={devices} />
      {outcomes.length > 0 && (
        <BarFigure
          title={words.outcomes}
          says={words.outcomesSay}
          heads={[words.outcome, words.count]}
          bars={outcomes}
          whole={devices}
        />
      )}
      {categories.length > 0 && (
        <BarFigure
          title={words.categories}
          says={words.categoriesSay}
          heads={[words.category, words.count]}
          bars={categories}
        />
      )}
      {barriers.length > 0 && (
        <BarFigure
          title={words.barriers}
          says={words.barriersSay}
          heads={[words.barrier, words.count]}
          bars={barriers}
        />
      )}
    </>
  )
}

function Tiles({ of, devices }: { of: ImpactData; devices: number }) {
  const words = useImpactWords()
  const lang = useLang()
  const number = new Intl.NumberFormat(languages[lang].tag)
  const fixed = of.outcomes.find(({ outcome }) => outcome === 'fixed')?.count
  const weight = weightOf(of.kept.grams)
  return (
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
