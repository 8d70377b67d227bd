import { Worker } from 'node:worker_threads'
import { FaultRecord, type StorageFault } from './storage-faults.ts'

/** RESTART lets the next commit begin at the start of the log; TRUNCATE also empties the file. */
export type CheckpointMode = 'restart' | 'truncate'

type Answer = { readonly busy: boolean } | { readonly error: string }

const words = {
  fails: (error: string) =>
    `The write-ahead log cannot be written back into the database (${error}). Changes go on, and the log grows until this works again.`,
  works: 'The write-ahead log is written back into the database again.',
}

/**
 * Writes the log back into the database in a thread of its own: that is a lot of writing, and several syncs. The thread starts
 * with the first checkpoint and stays: its nine megabytes would stay in any case.
 */
export class Checkpoints implements AsyncDisposable {
  readonly #workerData: { readonly file: string; readonly settings: string }
  readonly #record: FaultRecord
  #worker: Worker | undefined

  /** `settings` are the pragmas of its connection. */
  constructor(file: string, settings: string, report: (text: string) => void) {
    this.#workerData = { file, settings }
    this.#record = new FaultRecord('checkpoint', words, report)
  }

  /** Whether all of the log was written back. A failure is reported and never thrown: the log still has everything. */
  async run(mode: CheckpointMode): Promise<boolean> {
    const answer = await this.#ask(mode)
    if ('error' in answer) this.#record.failed(answer.error)
    else this.#record.worked()
    return 'busy' in answer && !answer.busy
  }

  faults(): StorageFault[] {
    return this.#record.current()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker?.terminate()
  }

  #ask(mode: CheckpointMode): Promise<Answer> {
    return new Promise((resolve) => {
      let worker: Worker
      try {
        worker = this.#worker ??= this.#start()
      } catch (error) {
        resolve({ error: `the thread of the checkpoints does not start: ${error}` })
        return
      }
      const end = (answer: Answer) => {
        worker.off('message', end).off('error', fail).off('exit', fail)
        worker.unref()
        resolve(answer)
      }
      const fail = (reason: unknown) => end({ error: `the thread of the checkpoints ended: ${reason}` })
      worker.on('message', end).on('error', fail).on('exit', fail)
      worker.ref()
      worker.postMessage(mode)
    })
  }

  #start(): Worker {
    const worker = new Worker(new URL('./checkpoint-thread.js', import.meta.url), {
      workerData: this.#workerData,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1, codeRangeSizeMb: 1, stackSizeMb: 1 },
    })
    // A thread that ends between two checkpoints would never answer: the next checkpoint starts another.
    const ended = () => {
      if (this.#worker === worker) this.#worker = undefined
    }
    return worker.on('error', ended).on('exit', ended)
  }
}
