import { DatabaseSync } from 'node:sqlite'
import type { Store } from '#store/store.ts'

/** Adds feedback with its entry in the operation log, as the service does. */
export async function addFeedback(store: Store, content: string): Promise<void> {
  await store.change(async (tx) => {
    const personId = await tx.users.ofIdentity('demo', 'ann', 0)
    const feedback = await tx.feedback.add(personId, content, 0)
    const by = { personId, memberId: null }
    return { answer: undefined, events: [await tx.record({ kind: 'feedback.sent', by, at: 0, feedback })] }
  })
}

/** Adds several pages of feedback at once. */
export async function addFeedbackPages(store: Store, pages: number): Promise<void> {
  await store.upkeep(async (tx) => {
    const personId = await tx.users.ofIdentity('demo', 'ann', 0)
    for (let i = 0; i < pages; i += 1) await tx.feedback.add(personId, 'x'.repeat(4000), 0)
  })
}

/** Reads a database file that may be open elsewhere. Each feedback must have its entry in the log. */
export function readFeedback(file: string): { contents: string[]; entries: number } {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return {
      contents: db
        .prepare("select content from feedback where content not like 'xxxx%' order by id")
        .all()
        .map((row) => String(row['content'])),
      entries: Number(db.prepare('select count(*) as n from log where target = 5').get()?.['n']),
    }
  } finally {
    db.close()
  }
}
