import css from './skeleton.module.css'
import { useWords } from './words.ts'

/** Blocks in place of what is loading, in pixels of its usual height, so that nothing moves when it arrives. */
export function Skeleton({ heights }: { heights: readonly number[] }) {
  const { loading } = useWords()
  return (
    <div role="status" aria-label={loading} data-loading className={css['skeleton']}>
      {heights.map((height, i) => (
        // The blocks never change.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={i} style={{ height }} />
      ))}
    </div>
  )
}
