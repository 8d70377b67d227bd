import type { Migration } from './migration.ts'

/** Repair days: waves with bookings by owners, roles with helpers, and the tasks before the day. */
export const repairDays: Migration = ({ id, int, end }) => [
  `create table repair_day (
    id ${id},
    version ${int} not null default 1,
    state text not null,
    title_zh text not null,
    title_en text not null,
    about_zh text not null,
    about_en text not null,
    starts_at ${int} not null,
    ends_at ${int} not null,
    place_zh text not null,
    place_en text not null,
    map text not null,
    kinds text not null,
    refused text not null,
    walk_in_percent ${int} not null,
    offer_hours ${int} not null,
    help_until ${int},
    publish ${int} not null,
    situation_id ${int} references situation (id),
    copied_from ${int} references repair_day (id),
    created_at ${int} not null,
    changed_at ${int} not null
  ${end}`,
  `create index repair_day_by_start on repair_day (starts_at)`,
  `create unique index repair_day_by_situation on repair_day (situation_id) where situation_id is not null`,
  `create table repair_day_wave (
    id ${id},
    day_id ${int} not null references repair_day (id),
    starts_at ${int} not null,
    ends_at ${int} not null
  ${end}`,
  `create index repair_day_wave_by_day on repair_day_wave (day_id)`,
  `create table repair_day_place (
    wave_id ${int} not null references repair_day_wave (id),
    kind ${int} not null,
    places ${int} not null,
    primary key (wave_id, kind)
  ${end}`,
  // A ticket has one row for each day, which a later request uses again. The wave is null while any will do.
  // "position" is the order of requests on the day: clocks of nodes differ.
  `create table booking (
    id ${id},
    day_id ${int} not null references repair_day (id),
    wave_id ${int} references repair_day_wave (id),
    ticket_id ${int} not null references ticket (id),
    kind ${int} not null,
    state text not null,
    position ${int} not null,
    offered_until ${int},
    asked_at ${int} not null,
    changed_at ${int} not null
  ${end}`,
  `create unique index booking_by_ticket on booking (ticket_id, day_id)`,
  `create index booking_by_day on booking (day_id, position)`,
  `create index booking_offered on booking (offered_until) where offered_until is not null`,
  `create index booking_by_wave on booking (wave_id) where wave_id is not null`,
  `create table booking_wish (
    booking_id ${int} not null references booking (id),
    member_id ${int} not null references member (id),
    at ${int} not null,
    primary key (booking_id, member_id)
  ${end}`,
  `create table repair_day_role (
    id ${id},
    day_id ${int} not null references repair_day (id),
    name_zh text not null,
    name_en text not null,
    duty text not null,
    kind ${int},
    places ${int} not null
  ${end}`,
  `create index repair_day_role_by_day on repair_day_role (day_id)`,
  `create table helper (
    id ${id},
    day_id ${int} not null references repair_day (id),
    role_id ${int} not null references repair_day_role (id),
    member_id ${int} not null references member (id),
    state text not null,
    position ${int} not null,
    asked_until ${int},
    created_at ${int} not null,
    changed_at ${int} not null
  ${end}`,
  `create unique index helper_by_role on helper (role_id, member_id)`,
  `create index helper_by_day on helper (day_id, position)`,
  `create index helper_by_member on helper (member_id)`,
  `create index helper_asked on helper (asked_until) where asked_until is not null`,
  `create table repair_day_task (
    id ${id},
    day_id ${int} not null references repair_day (id),
    text text not null,
    due_on text not null,
    member_id ${int} references member (id),
    done_at ${int},
    done_by ${int} references member (id)
  ${end}`,
  `create index repair_day_task_by_day on repair_day_task (day_id)`,
  // On a repair day, visitors are called by wave, and in a wave those who booked come first.
  `alter table visit add column wave_at ${int} not null default 0`,
  `alter table visit add column walk_in ${int} not null default 1`,
]
