import type { Migration } from './migration.ts'

/** Occasions of messages have their own table: a job turns many at once into messages, and none is delivered itself. */
export const occasions: Migration = ({ name, id, int, end }) => [
  `create table occasion (
    id ${id},
    said text not null,
    created_at ${int} not null
  ${end}`,
  // Messages refer to their occasion by its number, so none is created twice.
  name === 'sqlite'
    ? `insert into sqlite_sequence (name, seq) select 'occasion', coalesce(max(id), 0) from outbox`
    : `do $$ begin perform setval(pg_get_serial_sequence('occasion', 'id'), coalesce(max(id), 0) + 1) from outbox; end $$`,
  `insert into occasion (id, said, created_at) ${name === 'sqlite' ? '' : 'overriding system value'}
   select id, payload, created_at from outbox where destination = 'messages' and state = 0 order by id`,
  `delete from outbox where destination = 'messages'`,
]
