import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from '../../shared/figures.ts'

export interface Result {
  readonly refused: number
  /** Other answers, and broken connections. */
  readonly failed: number
  readonly perSecond: number
  /** The median time of a refusal in milliseconds. */
  readonly refusedP50: number
}

export function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.off('error', reject).on('error', () => {})
      resolve(socket)
    }).once('error', reject)
  })
}

export async function openMany(url: string, count: number): Promise<Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < count)
    sockets.push(...(await Promise.all(Array.from({ length: Math.min(100, count - sockets.length) }, () => open(url)))))
  return sockets
}

export interface Exchange {
  /** 0 if the connection ended without an answer. */
  readonly status: number
  readonly retryAfter: number
  readonly closes: boolean
}

/** Sends one request and waits for the complete answer. */
export function exchange(socket: Socket, request: string): Promise<Exchange> {
  return new Promise((resolve) => {
    let text = ''
    const finish = (status: number) => {
      socket.off('data', take).off('close', gone)
      const [, seconds = '1'] = /retry-after: (\d+)/i.exec(text) ?? []
      resolve({ status, retryAfter: Number(seconds), closes: /^connection: close\r$/im.test(text) })
    }
    const gone = () => finish(0)
    const take = (part: Buffer) => {
      text += part.toString('latin1')
      const end = text.indexOf('\r\n\r\n')
      if (end < 0) return
      const [, length = '0'] = /content-length: (\d+)/i.exec(text) ?? []
      if (text.length >= end + 4 + Number(length)) finish(Number(text.slice(9, 12)))
    }
    socket.on('data', take).once('close', gone)
    if (socket.destroyed) finish(0)
    else socket.write(request)
  })
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
  const sockets = await openMany(url, clients)
  const refusals: number[] = []
  let done = 0
  let failed = 0
  const began = performance.now()
  const stop = AbortSignal.timeout(seconds * 1000)
  const over = () => performance.now() - began > seconds * 1000
  await Promise.all(
    sockets.map(async (socket, i) => {
      while (!over()) {
        const sent = performance.now()
        const { status, retryAfter, closes } = await exchange(socket, request)
        const took = performance.now() - sent
        const counts = performance.now() - began > settle * 1000 && !over()
        if (status === 200) done += counts ? 1 : 0
        else if (status === 503) {
          refusals.push(took)
          if (patient) await pause(retryAfter * 1000, undefined, { signal: stop }).catch(() => {})
        } else failed += 1
        if (status === 0) return
        if (!closes) continue
        socket.destroy()
        socket = sockets[i] = await open(url)
      }
    }),
  )
  const perSecond = Math.round(done / (seconds - settle))
  for (const socket of sockets) socket.destroy()
  return { refused: refusals.length, failed, perSecond, refusedP50: Math.round(percentile(refusals, 0.5)) }
}
