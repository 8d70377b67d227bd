import type { Migration } from './migration.ts'

/** Content checks: pictures that are held until their verdict, and content that an administrator should review. */
export const contentCheck: Migration = ({ id, int, end }) => [
  `alter table identity add column unionid text`,
  `alter table note add column hidden ${int} not null default 0`,
  `alter table ticket add column hidden ${int} not null default 0`,
  `alter table media add column state ${int} not null default 0`,
  // The key that signs addresses of held pictures.
  `alter table media add column secret text`,
  // The id with which WeChat sends its verdict.
  `alter table media add column trace text`,
  `create index media_by_trace on media (trace) where trace is not null`,
  `create index media_being_checked on media (created_at) where state = 1`,
  `create table content_look (
    id ${id},
    kind text not null,
    thing ${int} not null,
    picture text not null,
    person_id ${int} not null references person (id),
    why text not null,
    at ${int} not null
  ${end}`,
  `create unique index content_look_by_thing on content_look (kind, thing, picture)`,
  `create index content_look_by_person on content_look (person_id)`,
]
