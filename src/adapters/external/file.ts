import { constants } from 'node:fs'
import { access, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ExternalSystem, ForwardedFile, ForwardedLine } from '#service/shared/ports.ts'
import { Trouble } from '#service/shared/trouble.ts'
import { syncFolder } from '#store/durable-files.ts'

type Line = ForwardedLine & Readonly<Record<string, unknown>>

/** The simplest ticket system: a file with one line of JSON for each ticket and each comment. */
export function fileTickets(file: string): ExternalSystem {
  const has = async (event: Line['event'], ref: string) =>
    parseLines(await bytesOf(file)).some(({ line }) => line?.event === event && line.ref === ref)
  return {
    kind: 'file',
    async check() {
      await withTrouble(() => access(file, constants.W_OK).catch(unlessMissing))
    },
    find: (ref) => withTrouble(async () => ((await has('ticket', ref)) ? { id: ref, url: undefined } : undefined)),
    create: ({ ref, at, subject, text, link, facts }) =>
      withTrouble(async () => {
        await append(file, { event: 'ticket', ref, time: timeOf(at), subject, text, link, ...facts })
        return { id: ref, url: undefined }
      }),
    comment: ({ ref: ticket }, { ref, at, text, note = 0 }) =>
      withTrouble(async () => {
        if (!(await has('comment', ref)))
          await append(file, { event: 'comment', ref, time: timeOf(at), ticket, note, text })
      }),
  }
}

/** The fields of a line that may hold personal data. */
const personalFields = ['text', 'description', 'phone']

/**
 * The same file, to erase personal data in it. A line keeps its place and its length and is padded with blanks. So lines that are added
 * meanwhile, on this node or another, are safe, and no line is ever missing.
 */
export function forwardedFile(file: string): ForwardedFile {
  return {
    async blank(choose) {
      const all = parseLines(await bytesOf(file))
      const personal = all.filter(({ line }) => line && personalFields.some((key) => line[key]))
      const chosen = new Set(personal.length > 0 ? await choose(personal.flatMap(({ line }) => line ?? [])) : [])
      // A line that a crash cut off was never acknowledged and will be written again.
      const erased = all.filter(({ line, torn }) => torn || (line && chosen.has(line)))
      if (erased.length === 0) return 0
      await using handle = await open(file, 'r+')
      for (const { line, start, size } of erased) await handle.write(blanked(line, size), 0, size, start)
      await handle.sync()
      return chosen.size
    },
  }
}

function blanked(line: Line | undefined, size: number): Buffer {
  const left = Buffer.alloc(size, ' ')
  const kept = Object.entries(line ?? {}).filter(([key]) => !personalFields.includes(key))
  const texts = [Object.fromEntries([...kept, ['text', '']]), { event: line?.event, ref: line?.ref }].map((one) =>
    Buffer.from(JSON.stringify(one)),
  )
  // A line that another program wrote may be shorter than ours.
  if (line) texts.find((text) => text.length <= size)?.copy(left)
  return left
}

interface PlacedLine {
  /** Undefined if it is not JSON. */
  readonly line: Line | undefined
  /** Complete, but not JSON. */
  readonly torn: boolean
  readonly start: number
  readonly size: number
}

function parseLines(bytes: Buffer): PlacedLine[] {
  const lines: PlacedLine[] = []
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf('\n', start)
    const end = found < 0 ? bytes.length : found
    const text = bytes.toString('utf8', start, end)
    const line = parseLine(text)
    // The size is in bytes of the file, because a cut-off character is longer as text.
    lines.push({ line, torn: found >= 0 && !line && text.trim() !== '', start, size: end - start })
    start = end + 1
  }
  return lines
}

function parseLine(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line // other JSON has no event and no ref of ours
  } catch {
    return undefined // cut off by a crash and never acknowledged
  }
}

async function bytesOf(file: string): Promise<Buffer> {
  return (await readFile(file).catch(unlessMissing)) ?? Buffer.alloc(0)
}

/** The first line creates the file. */
function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

async function append(file: string, line: Line): Promise<void> {
  await using handle = await open(file, 'a+', 0o600)
  const { size } = await handle.stat()
  const { buffer } = await handle.read({ buffer: Buffer.alloc(1), position: Math.max(size - 1, 0) })
  const torn = size > 0 && buffer.toString() !== '\n'
  // `writeFile` writes all or fails. A single `write` may stop early on a full disk and still report success.
  await handle.writeFile(`${torn ? '\n' : ''}${JSON.stringify(line)}\n`)
  await handle.sync()
  // This line may have created the file.
  await syncFolder(dirname(file))
}

const timeOf = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toString({ fractionalSecondDigits: 3 })

async function withTrouble<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException // node:fs throws nothing else
    throw new Trouble({ say: 'unwritable', reason: code })
  }
}
