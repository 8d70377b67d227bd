const longest = 8_000
const minute = 60_000

/** The page to show `elapsed` milliseconds after the first one. All of them are seen within a minute. */
export function pageAt(elapsed: number, pages: number): number {
  return Math.floor(Math.max(0, elapsed) / Math.min(longest, minute / pages)) % pages
}

interface Room {
  readonly width: number
  readonly height: number
}

/** How numbers are laid out. The size is that of their letters. */
export interface Layout {
  readonly size: number
  readonly columns: number
  readonly rows: number
  readonly pages: number
}

/**
 * The first of `sizes`, ordered from large to small, in which `count` cells fit into the room. If none fits, the cells
 * are spread over pages in the smallest size. `cell` is the size of one cell, measured in letters.
 */
export function layoutOf(room: Room, cell: Room, sizes: readonly number[], count: number): Layout {
  let layout: Layout = { size: 0, columns: 1, rows: 1, pages: Math.max(1, count) }
  for (const size of sizes) {
    const most = (whole: number, part: number) => Math.max(1, Math.floor(whole / (part * size)))
    const rows = most(room.height, cell.height)
    const capacity = rows * most(room.width, cell.width)
    const pages = Math.max(1, Math.ceil(count / capacity))
    // The pages, and on them the columns, are equally full.
    const each = Math.ceil(count / pages)
    const columns = Math.max(1, Math.ceil(each / rows))
    layout = { size, columns, rows: Math.max(1, Math.ceil(each / columns)), pages }
    if (pages === 1) break
  }
  const { size, columns, rows } = layout
  return { ...layout, size: Math.min(size, room.height / (cell.height * rows), room.width / (cell.width * columns)) }
}

interface Call {
  readonly number: string
  readonly time: string
}

/** True if a number was called since the display showed the others, also one that was called before. */
export function isNewCall(before: readonly Call[], now: readonly Call[]): boolean {
  const known = new Set(before.map(({ number, time }) => number + time))
  return now.some(({ number, time }) => !known.has(number + time))
}
