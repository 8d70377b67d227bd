/** Moves the focus to the next or the previous row of a list, or to the first one. */
export function stepToRow(list: HTMLElement | null, row: string, target: string, by: 1 | -1): void {
  const rows = [...(list?.querySelectorAll<HTMLElement>(row) ?? [])]
  const at = rows.findIndex((one) => one.contains(document.activeElement))
  const next = rows[at < 0 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)]
  next?.querySelector<HTMLElement>(target)?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'nearest' })
}
