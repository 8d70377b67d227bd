import { type ChildProcess, fork } from 'node:child_process'
import { childEnvironment } from '#config/child-process.ts'
import { Refusal } from '#contract/errors.ts'
import { Semaphore } from '#kit/semaphore.ts'
import { minute, second } from '#kit/time.ts'
import type { PicturePort } from '#service/shared/ports.ts'
import type { DecodeResult } from './decoder.ts'
import { formatOf } from './inspect.ts'

const [maxConcurrent, maxWaiting] = [2, 64]
/** An idle decoder ends, because it takes as much memory as all the rest of the service. */
const idleMs = 10 * second
/** The smallest possible GIF. */
const dot = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64')

/** Decodes pictures in child processes, which are killed when they take too long. */
export function pictures({ timeLimitMs = minute, waiting = maxWaiting } = {}): PicturePort {
  const semaphore = new Semaphore(maxConcurrent, waiting)
  const idle = new Set<Decoder>()

  async function decoded(bytes: Uint8Array): Promise<{ decoder: Decoder; answer: DecodeResult }> {
    for (const decoder of idle) {
      idle.delete(decoder)
      const answer = await decoder.decode(bytes, timeLimitMs)
      if (answer) return { decoder, answer }
      // Otherwise it had died while it was idle.
    }
    const decoder = new Decoder((ended) => idle.delete(ended))
    const answer = await decoder.decode(bytes, timeLimitMs)
    if (!answer) throw new Refusal('overloaded', { seconds: 30 })
    return { decoder, answer }
  }

  const clean: PicturePort['clean'] = async (bytes, first = false) => {
    const wrong = new Refusal('bad_input', { field: 'file', flaw: 'not_a_picture' })
    if (!formatOf(bytes)) throw wrong
    const cleaned = semaphore.run(async () => {
      const { decoder, answer } = await decoded(bytes)
      if ('bytes' in answer) {
        idle.add(decoder)
        decoder.rest()
        return answer
      }
      // A decoder that got a bad file is not used again.
      decoder.end()
      throw answer.flaw === 'not_a_picture' ? wrong : new Refusal('bad_input', { field: 'file', ...answer })
    }, first)
    if (!cleaned) throw new Refusal('overloaded', { seconds: 5 })
    return cleaned
  }
  return {
    clean,
    async check() {
      await clean(dot)
    },
    [Symbol.dispose]() {
      for (const decoder of idle) decoder.end()
    },
  }
}

class Decoder {
  readonly #child: ChildProcess
  #ended: Error | undefined
  #idle: NodeJS.Timeout | undefined
  #failed: (cause: Error) => void = () => {}

  constructor(ended: (decoder: Decoder) => void) {
    this.#child = fork(new URL('./decoder.ts', import.meta.url), {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: childEnvironment(),
      execArgv: [],
    })
    const over = (error: Error) => {
      this.#ended ??= error
      this.#failed(this.#ended)
      ended(this)
    }
    this.#child.on('error', over) // it could not start, or its channel is broken
    this.#child.once('exit', (code, signal) => over(new Error(`the picture decoder ended (${signal ?? code})`)))
  }

  /** Stays for a while in case there is more work, without keeping the service from ending. */
  rest(): void {
    this.#child.unref()
    this.#child.channel?.unref()
    this.#idle = setTimeout(() => this.end(), idleMs).unref()
  }

  /** Kills the process. It accepts no work from now on. */
  end(): void {
    this.#ended ??= new Error('the picture decoder was ended')
    this.#child.kill('SIGKILL')
  }

  /** Undefined if the process had ended before it got the picture. */
  async decode(bytes: Uint8Array, timeLimitMs: number): Promise<DecodeResult | undefined> {
    clearTimeout(this.#idle)
    this.#child.ref()
    this.#child.channel?.ref()
    const { promise, resolve, reject } = Promise.withResolvers<DecodeResult | undefined>()
    this.#failed = (cause) => reject(new Refusal('overloaded', { seconds: 30 }, { cause }))
    const timer = setTimeout(() => this.end(), timeLimitMs)
    this.#child.once('message', resolve)
    try {
      if (this.#ended) resolve(undefined)
      else this.#child.send(bytes, (error) => error && resolve(undefined))
      return await promise
    } finally {
      clearTimeout(timer)
      this.#child.off('message', resolve)
    }
  }
}
