/** The columns of repairs whose values have a meaning that an administrator can change before the import. */
export const valueFields = ['state', 'outcome', 'type', 'workers', 'barrier', 'category'] as const
export type ValueField = (typeof valueFields)[number]

/** What a value in the column of statuses can mean. */
export const stateMeanings = [
  'submitted',
  'accepted',
  'diagnosing',
  'repairing',
  'waiting',
  'repaired_here',
  'repaired',
  'unrepairable_here',
  'unrepairable',
  'cancelled',
] as const
export type StateMeaning = (typeof stateMeanings)[number]
