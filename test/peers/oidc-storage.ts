import type { Adapter, AdapterPayload } from 'oidc-provider'

/** The storage of a provider, in memory. Its built-in one prints a warning and is shared by all providers. */
export class Storage implements Adapter {
  readonly #rows = new Map<string, AdapterPayload>()

  async upsert(id: string, payload: AdapterPayload): Promise<undefined> {
    this.#rows.set(id, payload)
  }
  async find(id: string): Promise<AdapterPayload | undefined> {
    return this.#rows.get(id)
  }
  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#rows.values().find((row) => row.uid === uid)
  }
  async findByUserCode(): Promise<undefined> {}
  async consume(id: string): Promise<undefined> {
    const row = this.#rows.get(id)
    if (row) row.consumed = 1
  }
  async destroy(id: string): Promise<undefined> {
    this.#rows.delete(id)
  }
  async revokeByGrantId(grantId: string): Promise<undefined> {
    for (const [id, row] of this.#rows) if (row.grantId === grantId) this.#rows.delete(id)
  }
}
