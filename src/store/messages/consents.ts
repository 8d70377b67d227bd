import { hasAny } from '../engine/index.ts'
import { Queries } from '../queries.ts'

export class ConsentStore extends Queries {
  async ofPerson(personId: number): Promise<ReadonlyMap<string, number>> {
    const rows = await this.db
      .selectFrom('consent')
      .where('person_id', '=', personId)
      .select(['template', 'n'])
      .execute()
    return new Map(rows.map(({ template, n }) => [template, n]))
  }
  async add(personId: number, template: string): Promise<void> {
    await this.db
      .insertInto('consent')
      .values({ person_id: personId, template, n: 1 })
      .onConflict((oc) => oc.columns(['person_id', 'template']).doUpdateSet((eb) => ({ n: eb('consent.n', '+', 1) })))
      .execute()
  }
  /** `false` if no more than `kept` consents are left. */
  consume(personId: number, template: string, kept = 0): Promise<boolean> {
    return hasAny(
      this.db
        .updateTable('consent')
        .set((eb) => ({ n: eb('n', '-', 1) }))
        .where('person_id', '=', personId)
        .where('template', '=', template)
        .where('n', '>', kept)
        .returning('n'),
    )
  }
  async remove(personId: number, template: string): Promise<void> {
    await this.db.deleteFrom('consent').where('person_id', '=', personId).where('template', '=', template).execute()
  }
}
