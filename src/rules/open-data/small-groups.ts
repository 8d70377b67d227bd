/** Smaller groups are not published: a reader could recognise a person. */
export const smallestShown = 5
export const isFew = (count: number) => count > 0 && count < smallestShown

/**
 * The groups that can be shown beside their sum; `undefined` if even the sum reveals too much. Groups below the limit
 * are hidden. The sum reveals the total of the hidden ones: if that is small, or belongs to one group, or forces each
 * to its largest value, the smallest shown groups are hidden too.
 */
export function shownGroups(counts: readonly number[]): readonly boolean[] | undefined {
  const hidden = counts.filter((count) => count < smallestShown)
  const together = hidden.reduce((sum, count) => sum + count, 0)
  const isDerivable = isFew(together) || hidden.length === 1 || together === hidden.length * (smallestShown - 1)
  if (together === 0 || !isDerivable) return counts.map((count) => count >= smallestShown)
  const smallest = Math.min(...counts.filter((count) => count >= smallestShown))
  return smallest === Number.POSITIVE_INFINITY ? undefined : counts.map((count) => count > smallest)
}
