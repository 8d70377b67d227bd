import { constants } from 'node:fs'
import { access, open, readFile } from 'node:fs/promises'
import type { ExternalSystem } from '#service/ports.ts'
import { Trouble } from '#service/trouble.ts'

/** A line of the file: a ticket, or what was said about one. */
interface Line {
  readonly event: 'ticket' | 'comment'
  readonly ref: string
}

/** The simplest ticket system: a file to which a line of JSON is added for each ticket and each remark. */
export function fileTickets(file: string): ExternalSystem {
  const has = async (event: Line['event'], ref: string) =>
    (await lines(file)).some((line) => line.event === event && line.ref === ref)
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
    comment: ({ ref: ticket }, { ref, at, text }) =>
      reached(async () => {
        if (!(await has('comment', ref))) await append(file, { event: 'comment', ref, time: timeOf(at), ticket, text })
      }),
  }
}

async function lines(file: string): Promise<Line[]> {
  const text = (await readFile(file, 'utf8').catch(unlessMissing)) ?? ''
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as Line] // what is something else has neither event nor ref of ours
    } catch {
      return [] // torn by a crash: it was never acknowledged
    }
  })
}

/** The file comes with the first line. */
function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

async function append(file: string, line: Line & Readonly<Record<string, unknown>>): Promise<void> {
  await using handle = await open(file, 'a+', 0o600)
  const { size } = await handle.stat()
  const { buffer } = await handle.read({ buffer: Buffer.alloc(1), position: Math.max(size - 1, 0) })
  const torn = size > 0 && buffer.toString() !== '\n'
  await handle.write(`${torn ? '\n' : ''}${JSON.stringify(line)}\n`)
  await handle.sync()
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
