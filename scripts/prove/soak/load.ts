import { setTimeout as pause } from 'node:timers/promises'
import { RawConnection } from '../../../test/support/raw-connection.ts'
import { percentile } from '../../shared/figures.ts'

export interface Result {
  readonly refused: number
  /** Other answers, and broken connections. */
  readonly failed: number
  readonly perSecond: number
  /** The median time of a refusal in milliseconds. */
  readonly refusedP50: number
}

export async function openMany(url: string, count: number): Promise<RawConnection[]> {
  const all: RawConnection[] = []
  while (all.length < count)
    all.push(
      ...(await Promise.all(Array.from({ length: Math.min(100, count - all.length) }, () => RawConnection.open(url)))),
    )
  return all
}

/**
 * Each client sends the next request when it has its answer. After a 503 a patient client waits as long as `retry-after` says.
 * Answers in the first seconds (`settle`) do not count.
 */
export async function load(
  url: string,
  request: string,
  {
    clients,
    seconds,
    patient = true,
    settle = 0,
  }: { clients: number; seconds: number; patient?: boolean; settle?: number },
): Promise<Result> {
  const connections = await openMany(url, clients)
  const refusals: number[] = []
  let done = 0
  let failed = 0
  const began = performance.now()
  const stop = AbortSignal.timeout(seconds * 1000)
  const over = () => performance.now() - began > seconds * 1000
  await Promise.all(
    connections.map(async (connection, i) => {
      while (!over()) {
        const sent = performance.now()
        const answer = await connection
          .send(request)
          .answer()
          .catch(() => undefined)
        const took = performance.now() - sent
        const counts = performance.now() - began > settle * 1000 && !over()
        if (answer?.status === 200) done += counts ? 1 : 0
        else if (answer?.status === 503) {
          refusals.push(took)
          const waitMs = Number(answer.headers.get('retry-after') ?? 1) * 1000
          if (patient) await pause(waitMs, undefined, { signal: stop }).catch(() => {})
        } else failed += 1
        if (!answer) return
        if (answer.headers.get('connection')?.trim() !== 'close') continue
        connection.socket.destroy()
        connection = connections[i] = await RawConnection.open(url)
      }
    }),
  )
  const perSecond = Math.round(done / (seconds - settle))
  for (const { socket } of connections) socket.destroy()
  return { refused: refusals.length, failed, perSecond, refusedP50: Math.round(percentile(refusals, 0.5)) }
}
