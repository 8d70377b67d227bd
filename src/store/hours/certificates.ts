import { Queries } from '../queries.ts'

export interface CertificateRow {
  readonly id: number
  readonly number: string
  /** JSON. */
  readonly content: string
  readonly created_at: number
}

export class CertificateStore extends Queries {
  #certificates() {
    return this.db.selectFrom('certificate').select(['id', 'number', 'content', 'created_at'])
  }
  async add(memberId: number, number: string, content: string, at: number): Promise<number> {
    const row = { member_id: memberId, number, content, created_at: at }
    return (await this.db.insertInto('certificate').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  async findSame(memberId: number, content: string): Promise<CertificateRow | undefined> {
    return this.#certificates().where('member_id', '=', memberId).where('content', '=', content).executeTakeFirst()
  }
  async byNumber(number: string): Promise<CertificateRow | undefined> {
    return this.#certificates().where('number', '=', number).executeTakeFirst()
  }
  async ofMember(memberId: number): Promise<CertificateRow[]> {
    return this.#certificates().where('member_id', '=', memberId).orderBy('id', 'desc').execute()
  }
  async remove(memberId: number): Promise<void> {
    await this.db.deleteFrom('certificate').where('member_id', '=', memberId).execute()
  }
}
