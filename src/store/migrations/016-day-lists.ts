import type { Migration } from './migration.ts'

/** Events of tickets are counted by day. A queued ticket is counted when the queue is processed. */
export const dayLists: Migration = () => {
  const counted = (list: string, from: string) => `insert into tally (list, level, block, n)
    select ${list}, 4, 0, count(*) from ${from} and ticket.id not in (select ticket_id from tally_queue) group by 1`
  const onDay = (at: string) => `4294967296 + 4 * (${at} / 86400000)`
  return [
    counted(onDay('created_at'), `ticket where created_at is not null`),
    counted(`${onDay('finished_at')} + 1`, `ticket where finished_at is not null and +status = 5`),
    counted(`${onDay('finished_at')} + 2`, `ticket where finished_at is not null and +status = 6`),
    counted(
      `1099511627776 + 16777216 * (finished_at / 86400000) + member_id`,
      `ticket join worker on worker.ticket_id = ticket.id where finished_at is not null and +status = 5`,
    ),
  ]
}
