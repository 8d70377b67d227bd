/** The Damerau-Levenshtein distance (optimal string alignment). */
export function editDistance(one: string, other: string): number {
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, j) => j)
  for (let i = 1; i <= one.length; i += 1) {
    const last = row
    row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const most = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same)
      row[j] = swapped ? Math.min(most, (before[j - 2] ?? 0) + 1) : most
    }
    before = last
  }
  return row[other.length] ?? 0
}
