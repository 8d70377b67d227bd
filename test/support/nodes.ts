import { setTimeout as pause } from 'node:timers/promises'
import { type Client, connect, Failure } from '#contract/client.ts'
import type { Lang } from '#contract/languages.ts'
import type { Service } from '../../scripts/shared/service.ts'

/** Services that are killed and restarted while clients keep calling them. */
export class Nodes implements AsyncDisposable {
  readonly #launch: (node: number) => Promise<Service>
  readonly #all: Service[]
  token = ''

  private constructor(launch: (node: number) => Promise<Service>, all: Service[]) {
    this.#launch = launch
    this.#all = all
  }

  static async open(count: number, launch: (node: number) => Promise<Service>): Promise<Nodes> {
    const all: Service[] = []
    for (let node = 0; node < count; node += 1) all.push(await launch(node))
    return new Nodes(launch, all)
  }

  /** Calls the nodes in turn until one answers. */
  async ask<T>(
    work: (client: Client) => Promise<T>,
    turn = 0,
    { token = this.token, lang = 'en_US' }: { token?: string; lang?: Lang } = {},
  ): Promise<T> {
    for (let i = turn; ; i += 1) {
      const url = this.#all[i % this.#all.length]?.url ?? ''
      try {
        return await work(connect({ url, token: () => token || undefined, lang: () => lang }))
      } catch (error) {
        if (!(error instanceof Failure) || (error.status !== 0 && error.status !== 503)) throw error
        await pause(20)
      }
    }
  }

  get services(): readonly Service[] {
    return this.#all
  }

  /** Restarts a service. Answers the exit code of the stopped one. */
  async kill(node: number, signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<number | null | undefined> {
    const code = await this.#all[node]?.end(signal)
    this.#all[node] = await this.#launch(node)
    return code
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const node of this.#all) await node.end('SIGKILL')
  }
}
