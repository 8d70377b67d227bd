/** A row of what a driver gives as cells, in the order of the columns. Filled one by one: every other way takes longer. */
export function namedRow(names: readonly string[], cells: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (let i = 0; i < names.length; i += 1) row[names[i] as string] = cells[i] // there are as many
  return row
}
