import { constants } from 'node:fs'
import { access, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ExternalSystem, ForwardedFile, ForwardedLine } from '#service/shared/ports.ts'
import { Trouble } from '#service/shared/trouble.ts'
import { syncFolder } from '#store/durable-files.ts'

/** A line of the file: a ticket, or what was said about one. */
type Line = ForwardedLine & Readonly<Record<string, unknown>>

/** The simplest ticket system: a file to which a line of JSON is added for each ticket and each remark. */
export function fileTickets(file: string): ExternalSystem {
  const has = async (event: Line['event'], ref: string) =>
    placed(await bytesOf(file)).some(({ line }) => line?.event === event && line.ref === ref)
  return {
    kind: 'file',
    async check() {
      await reached(() => access(file, constants.W_OK).catch(unlessMissing))
    },
    find: (ref) => reached(async () => ((await has('ticket', ref)) ? { id: ref, url: undefined } : undefined)),
    create: ({ ref, at, subject, text, link, facts }) =>
      reached(async () => {
        await append(file, { event: 'ticket', ref, time: timeOf(at), subject, text, link, ...facts })
        return { id: ref, url: undefined }
      }),
    comment: ({ ref: ticket }, { ref, at, text, note = 0 }) =>
      reached(async () => {
        if (!(await has('comment', ref)))
          await append(file, { event: 'comment', ref, time: timeOf(at), ticket, note, text })
      }),
  }
}

/** What of a line may hold the words of a person. */
const wordy = ['text', 'description', 'phone']

/**
 * The same file, to take words out of it. A line keeps its place and its length, filled up with blanks: whoever adds lines
 * meanwhile, on this node or another, is not in the way, and there is no moment at which a line is missing.
 */
export function forwardedFile(file: string): ForwardedFile {
  return {
    async blank(choose) {
      const all = placed(await bytesOf(file))
      const told = all.filter(({ line }) => line && wordy.some((key) => line[key]))
      const chosen = new Set(told.length > 0 ? await choose(told.flatMap(({ line }) => line ?? [])) : [])
      // What a crash tore was never acknowledged, and will be told again in a line of its own.
      const gone = all.filter(({ line, torn }) => torn || (line && chosen.has(line)))
      if (gone.length === 0) return 0
      await using handle = await open(file, 'r+')
      for (const { line, start, size } of gone) await handle.write(blanked(line, size), 0, size, start)
      await handle.sync()
      return chosen.size
    },
  }
}

function blanked(line: Line | undefined, size: number): Buffer {
  const left = Buffer.alloc(size, ' ')
  const kept = Object.entries(line ?? {}).filter(([key]) => !wordy.includes(key))
  const texts = [Object.fromEntries([...kept, ['text', '']]), { event: line?.event, ref: line?.ref }].map((one) =>
    Buffer.from(JSON.stringify(one)),
  )
  // Somebody may have written a line more tightly than we would.
  if (line) texts.find((text) => text.length <= size)?.copy(left)
  return left
}

interface Placed {
  /** Absent where it is none of ours. */
  readonly line: Line | undefined
  /** It has an end, and cannot be read. */
  readonly torn: boolean
  readonly start: number
  readonly size: number
}

function placed(bytes: Buffer): Placed[] {
  const lines: Placed[] = []
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf('\n', start)
    const end = found < 0 ? bytes.length : found
    const text = bytes.toString('utf8', start, end)
    const line = lineIn(text)
    // In bytes of the file: a character that was torn is longer as text.
    lines.push({ line, torn: found >= 0 && !line && text.trim() !== '', start, size: end - start })
    start = end + 1
  }
  return lines
}

function lineIn(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line // what is something else has neither event nor ref of ours
  } catch {
    return undefined // torn by a crash: it was never acknowledged
  }
}

async function bytesOf(file: string): Promise<Buffer> {
  return (await readFile(file).catch(unlessMissing)) ?? Buffer.alloc(0)
}

/** The file comes with the first line. */
function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

async function append(file: string, line: Line): Promise<void> {
  await using handle = await open(file, 'a+', 0o600)
  const { size } = await handle.stat()
  const { buffer } = await handle.read({ buffer: Buffer.alloc(1), position: Math.max(size - 1, 0) })
  const torn = size > 0 && buffer.toString() !== '\n'
  // To its last byte, or it fails: a single write may stop where the disk is full, and call that a success.
  await handle.writeFile(`${torn ? '\n' : ''}${JSON.stringify(line)}\n`)
  await handle.sync()
  // The first line makes the file, whichever node writes it.
  await syncFolder(dirname(file))
}

const timeOf = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toString({ fractionalSecondDigits: 3 })

async function reached<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException // node:fs throws nothing else
    throw new Trouble({ say: 'unwritable', reason: code })
  }
}
