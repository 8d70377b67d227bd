import type { Migration } from './migration.ts'

/** Hours: attendance, other work, and the periods in which they are counted. */
export const hours: Migration = ({ name, id, int, bytes, end }) => {
  const keyed = name === 'sqlite' ? `${end}, without rowid` : end
  return [
    `alter table member add column class text not null default ''`,
    `alter table member add column college text not null default ''`,
    // The name of an erased member stays beside their work, but not in exports.
    `alter table member add column erased ${int} not null default 0`,
    // Closed periods do not change: the counted hours, the rule, and a checksum of both.
    `create table hour_period (
    id ${id},
    name text not null,
    from_date text not null,
    until_date text not null,
    rule text not null,
    lines ${int} not null,
    minutes ${int} not null,
    checksum text not null,
    closed_at ${int} not null,
    closed_by ${int} not null references member (id)
  ${end}`,
    `create unique index hour_period_by_until on hour_period (until_date)`,
    // The ledger. A line can be decided, ended, objected to and closed. It is never deleted.
    `create table hour_line (
    id ${id},
    member_id ${int} not null references member (id),
    kind text not null,
    date text not null,
    counts_on text not null,
    shift text not null default '',
    shift_from ${int},
    shift_until ${int},
    came_at ${int},
    left_at ${int},
    came_how text not null default '',
    left_how text not null default '',
    standing text not null default '',
    minutes ${int},
    exact ${int} not null default 0,
    what text not null default '',
    with_whom text not null default '',
    ticket_id ${int} references ticket (id),
    corrects ${int} references hour_line (id),
    written_by ${int} references member (id),
    state text not null,
    reason text not null default '',
    decided_by ${int} references member (id),
    decided_at ${int},
    objection text not null default '',
    objected ${int} not null default 0,
    answer text not null default '',
    period_id ${int} references hour_period (id),
    counted ${int},
    created_at ${int} not null
  ${end}`,
    `create index hour_line_by_day on hour_line (counts_on, member_id)`,
    `create index hour_line_by_member on hour_line (member_id, counts_on)`,
    `create index hour_line_by_corrected on hour_line (corrects) where corrects is not null`,
    `create index hour_line_open on hour_line (counts_on) where period_id is null`,
    `create index hour_line_by_end on hour_line (shift_until) where shift_until is not null`,
    `create index hour_line_late on hour_line (date) where date <> counts_on`,
    `create index hour_line_by_period on hour_line (period_id) where period_id is not null`,
    // A member is at one shift at a time, and a ticket is finished once for each of its workers.
    `create unique index hour_line_here on hour_line (member_id) where kind = 'shift' and left_at is null`,
    `create unique index hour_line_by_ticket on hour_line (ticket_id, member_id) where ticket_id is not null`,
    // The sums of each member in a closed period. They stay when the name is erased.
    `create table hour_sum (
    period_id ${int} not null references hour_period (id),
    member_id ${int} not null references member (id),
    kind text not null,
    minutes ${int} not null,
    primary key (period_id, member_id, kind)
  ${keyed}`,
    // The members on the roster of a shift when it ended, because the roster may change later.
    `create table shift_staff (
    date text not null,
    shift text not null,
    member_id ${int} not null references member (id),
    primary key (date, shift, member_id)
  ${keyed}`,
    `create index shift_staff_by_member on shift_staff (member_id, date)`,
    // The time until which these rows are written.
    `alter table duty add column staffed_until ${int} not null default 0`,
    // The board: the hash of its token, and the secret of its codes.
    `create table board (
    id ${int} primary key,
    hash ${bytes} not null,
    secret ${bytes} not null,
    member_id ${int} not null references member (id),
    created_at ${int} not null
  ${end}`,
    // The printed certificates; the content is JSON.
    `create table certificate (
    id ${id},
    number text not null,
    member_id ${int} not null references member (id),
    content text not null,
    created_at ${int} not null
  ${end}`,
    `create unique index certificate_by_number on certificate (number)`,
    `create index certificate_by_member on certificate (member_id)`,
  ]
}
