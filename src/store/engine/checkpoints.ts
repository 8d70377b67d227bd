import { Worker } from 'node:worker_threads'
import { FaultRecord, type StorageFault } from './storage-faults.ts'

/** RESTART lets the next commit begin at the start of the log; TRUNCATE also empties the file. */
export type CheckpointMode = 'restart' | 'truncate'

type Answer = { readonly busy: boolean } | { readonly error: string }

const texts = {
  failed: (error: string) =>
    `A checkpoint of the write-ahead log failed (${error}). Changes continue, and the log grows until a checkpoint succeeds.`,
  recovered: 'Checkpoints of the write-ahead log succeed again.',
}

/**
 * Runs checkpoints in a worker thread, because they write much and sync several times. The thread starts with the first checkpoint and is
 * kept, because ending it would not return its 9 MB of memory.
 */
export class Checkpoints implements AsyncDisposable {
  readonly #workerData: { readonly file: string; readonly settings: string }
  readonly #record: FaultRecord
  #worker: Worker | undefined

  /** `settings` are the pragmas of the thread's connection. */
  constructor(file: string, settings: string, report: (text: string) => void) {
    this.#workerData = { file, settings }
    this.#record = new FaultRecord('checkpoint', texts, report)
  }

  /** True if the checkpoint was complete. A failure is reported and not thrown, because the log still has all commits. */
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
        resolve({ error: `the checkpoint thread could not start: ${error}` })
        return
      }
      const end = (answer: Answer) => {
        worker.off('message', end).off('error', fail).off('exit', fail)
        worker.unref()
        resolve(answer)
      }
      const fail = (reason: unknown) => end({ error: `the checkpoint thread ended: ${reason}` })
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
    // The next checkpoint starts a new thread.
    const ended = () => {
      if (this.#worker === worker) this.#worker = undefined
    }
    return worker.on('error', ended).on('exit', ended)
  }
}
