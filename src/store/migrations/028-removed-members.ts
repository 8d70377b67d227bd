import type { Migration } from './migration.ts'

// Words without a date. Events no longer contain them, because their author may erase them.
const withoutDate = (column: string, say: string, empty: string) =>
  `update log set ${column} = '{"say":"${say}","when":"","shift":""${empty}}' where target = 1
    and ${column} like '{"say":"${say}","when":"%' and ${column} not like '{"say":"${say}","when":"____-__-__","shift":"%'`

/** When a member was removed. For members who were removed before this version, the time starts now. */
export const removedMembers: Migration = ({ int, now }) => [
  `alter table member add column removed_at ${int}`,
  `update member set removed_at = ${now} where active = 0`,
  ...['before_info', 'after_info'].flatMap((column) => [
    withoutDate(column, 'leave', ',"substitute":""'),
    withoutDate(column, 'conclusion', ''),
  ]),
]
