/** Smaller groups are not published: a reader could recognise a person. */
export const smallestShown = 5
export const isFew = (count: number) => count > 0 && count < smallestShown

/**
 * Which of the groups can be shown beside their sum; nothing where the sum would tell too much, too. Groups that are too small are hidden.
 * The sum tells how many they are together: if these are too few as well, that is a small group again, and if only one is hidden, or
 * each must be as large as a hidden one can be, that tells them all. Then the smallest of the others are hidden as well: who knows this rule still cannot say which is which.
 */
export function shownGroups(counts: readonly number[]): readonly boolean[] | undefined {
  const hidden = counts.filter((count) => count < smallestShown)
  const together = hidden.reduce((sum, count) => sum + count, 0)
  const told = isFew(together) || hidden.length === 1 || together === hidden.length * (smallestShown - 1)
  if (together === 0 || !told) return counts.map((count) => count >= smallestShown)
  const smallest = Math.min(...counts.filter((count) => count >= smallestShown))
  return smallest === Number.POSITIVE_INFINITY ? undefined : counts.map((count) => count > smallest)
}
