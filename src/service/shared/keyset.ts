import { setImmediate } from 'node:timers/promises'

interface Cursor {
  readonly at: number
  readonly id: number
}

/** Reads rows in parts, in the order of a time and an id. `load` reads the part after a cursor. */
export async function* keysetParts<Row extends { readonly id: number }, Part extends { readonly rows: readonly Row[] }>(
  since: number,
  size: number,
  load: (after: Cursor) => Promise<Part>,
  timeOf: (row: Part['rows'][number]) => number,
): AsyncGenerator<Part> {
  let cursor: Cursor = { at: since, id: 0 }
  for (;;) {
    const part = await load(cursor)
    yield part
    const last = part.rows.at(-1)
    if (!last || part.rows.length < size) return
    cursor = { at: timeOf(last), id: last.id }
    // SQLite answers within the event-loop turn, so other requests run here.
    await setImmediate()
  }
}
