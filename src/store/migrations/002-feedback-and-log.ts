import type { Migration } from './migration.ts'

export const feedbackAndLog: Migration = ({ id, int, end }) => [
  `create table feedback (
    id ${id},
    person_id ${int} not null references person (id),
    content text not null,
    created_at ${int} not null
  ${end}`,
  `create index feedback_by_person on feedback (person_id)`,
  `create table log (
    id ${id},
    at ${int} not null,
    person_id ${int} references person (id),
    member_id ${int} references member (id),
    operation ${int} not null,
    target ${int} not null,
    before_id ${int} not null default 0,
    before_info text not null default '',
    after_id ${int} not null default 0,
    after_info text not null default ''
  ${end}`,
  `create index log_by_time on log (at, id)`,
  `create index log_by_member on log (member_id, id)`,
  `create index log_by_person on log (person_id, id)`,
  `create index log_by_target on log (target, id)`,
]
