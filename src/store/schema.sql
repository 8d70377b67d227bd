CREATE TABLE attempt (
  key blob primary key,
  taken integer not null,
  began_at integer not null,
  until_at integer not null
) strict;
CREATE INDEX attempt_by_end on attempt (until_at);

CREATE TABLE board (
  id integer primary key,
  hash blob not null,
  secret blob not null,
  member_id integer not null references member (id),
  created_at integer not null
) strict;

CREATE TABLE booking (
  id integer primary key autoincrement,
  day_id integer not null references repair_day (id),
  wave_id integer references repair_day_wave (id),
  ticket_id integer not null references ticket (id),
  kind integer not null,
  state text not null,
  position integer not null,
  offered_until integer,
  asked_at integer not null,
  changed_at integer not null
) strict;
CREATE INDEX booking_by_day on booking (day_id, position);
CREATE UNIQUE INDEX booking_by_ticket on booking (ticket_id, day_id);
CREATE INDEX booking_by_wave on booking (wave_id) where wave_id is not null;
CREATE INDEX booking_offered on booking (offered_until) where offered_until is not null;

CREATE TABLE booking_wish (
  booking_id integer not null references booking (id),
  member_id integer not null references member (id),
  at integer not null,
  primary key (booking_id, member_id)
) strict;

CREATE TABLE certificate (
  id integer primary key autoincrement,
  number text not null,
  member_id integer not null references member (id),
  content text not null,
  created_at integer not null
) strict;
CREATE INDEX certificate_by_member on certificate (member_id);
CREATE UNIQUE INDEX certificate_by_number on certificate (number);

CREATE TABLE claim_reminder (
  ticket_id integer primary key references ticket (id),
  since integer not null,
  told_at integer not null,
  team_at integer
) strict, without rowid;

CREATE TABLE code (
  hash blob primary key,
  kind text not null,
  subject text not null default '',
  member_id integer references member (id),
  created_at integer not null,
  expires_at integer not null,
  used_at integer,
  used_by integer references person (id)
  , device text not null default '', address text not null default '', session blob, as_member integer not null default 0 check (as_member in (0, 1)), network text) strict;
CREATE INDEX code_by_expiry on code (expires_at);
CREATE INDEX code_by_member on code (member_id);
CREATE INDEX code_by_network on code (network, created_at) where network is not null;
CREATE INDEX code_by_person on code (used_by);
CREATE INDEX code_by_subject on code (subject);

CREATE TABLE conclusion (
  id integer primary key autoincrement,
  member_id integer not null references member (id),
  week text not null,
  shift text not null,
  date text,
  number integer,
  content text not null,
  created_at integer not null
) strict;
CREATE UNIQUE INDEX conclusion_as_written on conclusion (member_id, week, shift) where date is null;
CREATE UNIQUE INDEX conclusion_of_shift on conclusion (member_id, date, number) where date is not null;

CREATE TABLE consent (
  person_id integer not null references person (id),
  template text not null,
  n integer not null,
  primary key (person_id, template)
) strict, without rowid;

CREATE TABLE content_look (
  id integer primary key autoincrement,
  kind text not null,
  thing integer not null,
  picture text not null,
  person_id integer not null references person (id),
  why text not null,
  at integer not null
) strict;
CREATE INDEX content_look_by_person on content_look (person_id);
CREATE UNIQUE INDEX content_look_by_thing on content_look (kind, thing, picture);

CREATE TABLE custody (
  id integer primary key autoincrement,
  ticket_id integer not null references ticket (id),
  at integer not null,
  what text not null,
  member_id integer not null references member (id),
  shelf text not null default '',
  to_member_id integer references member (id),
  to_name text not null default '',
  shown text not null default '',
  accessories text not null default '[]',
  note_id integer references note (id)
) strict;
CREATE INDEX custody_by_note on custody (note_id) where note_id is not null;
CREATE INDEX custody_by_ticket on custody (ticket_id, id);

CREATE TABLE day_number (
  day text not null,
  letter text not null,
  last integer not null,
  primary key (day, letter)
) strict, without rowid;

CREATE TABLE duty (
  id integer primary key check (id = 1),
  version integer not null,
  changed_at integer,
  roster_id integer references roster (id),
  head_count integer,
  head_count_at integer,
  head_count_after integer
  , staffed_until integer not null default 0) strict;

CREATE TABLE factor (
  member_id integer primary key references member (id),
  secret text not null,
  created_at integer not null,
  confirmed_at integer,
  used_step integer not null default 0
) strict;

CREATE TABLE feed (
  member_id integer primary key references member (id),
  hash blob not null,
  created_at integer not null
) strict;
CREATE UNIQUE INDEX feed_by_hash on feed (hash);

CREATE TABLE feedback (
  id integer primary key autoincrement,
  person_id integer not null references person (id),
  content text not null,
  created_at integer not null
) strict;
CREATE INDEX feedback_by_person on feedback (person_id);

CREATE TABLE gram (
  gram text not null,
  block integer not null,
  ids text not null,
  primary key (gram, block)
) strict, without rowid;

CREATE TABLE gram_queue (
  ticket_id integer primary key references ticket (id)
  , again integer not null default 0) strict;

CREATE TABLE helper (
  id integer primary key autoincrement,
  day_id integer not null references repair_day (id),
  role_id integer not null references repair_day_role (id),
  member_id integer not null references member (id),
  state text not null,
  position integer not null,
  asked_until integer,
  created_at integer not null,
  changed_at integer not null
) strict;
CREATE INDEX helper_asked on helper (asked_until) where asked_until is not null;
CREATE INDEX helper_by_day on helper (day_id, position);
CREATE INDEX helper_by_member on helper (member_id);
CREATE UNIQUE INDEX helper_by_role on helper (role_id, member_id);

CREATE TABLE holding (
  ticket_id integer primary key references ticket (id),
  since integer not null,
  place text not null,
  shelf text not null default '',
  member_id integer references member (id)
) strict;

CREATE TABLE hour_line (
  id integer primary key autoincrement,
  member_id integer not null references member (id),
  kind text not null,
  date text not null,
  counts_on text not null,
  shift text not null default '',
  shift_from integer,
  shift_until integer,
  came_at integer,
  left_at integer,
  came_how text not null default '',
  left_how text not null default '',
  standing text not null default '',
  minutes integer,
  exact integer not null default 0,
  what text not null default '',
  with_whom text not null default '',
  ticket_id integer references ticket (id),
  corrects integer references hour_line (id),
  written_by integer references member (id),
  state text not null,
  reason text not null default '',
  decided_by integer references member (id),
  decided_at integer,
  objection text not null default '',
  objected integer not null default 0,
  answer text not null default '',
  period_id integer references hour_period (id),
  counted integer,
  created_at integer not null
) strict;
CREATE INDEX hour_line_by_corrected on hour_line (corrects) where corrects is not null;
CREATE INDEX hour_line_by_day on hour_line (counts_on, member_id);
CREATE INDEX hour_line_by_end on hour_line (shift_until) where shift_until is not null;
CREATE INDEX hour_line_by_member on hour_line (member_id, counts_on);
CREATE INDEX hour_line_by_period on hour_line (period_id) where period_id is not null;
CREATE UNIQUE INDEX hour_line_by_ticket on hour_line (ticket_id, member_id) where ticket_id is not null;
CREATE UNIQUE INDEX hour_line_here on hour_line (member_id) where kind = 'shift' and left_at is null;
CREATE INDEX hour_line_late on hour_line (date) where date <> counts_on;
CREATE INDEX hour_line_open on hour_line (counts_on) where period_id is null;

CREATE TABLE hour_period (
  id integer primary key autoincrement,
  name text not null,
  from_date text not null,
  until_date text not null,
  rule text not null,
  lines integer not null,
  minutes integer not null,
  checksum text not null,
  closed_at integer not null,
  closed_by integer not null references member (id)
) strict;
CREATE UNIQUE INDEX hour_period_by_until on hour_period (until_date);

CREATE TABLE hour_sum (
  period_id integer not null references hour_period (id),
  member_id integer not null references member (id),
  kind text not null,
  minutes integer not null,
  primary key (period_id, member_id, kind)
) strict, without rowid;

CREATE TABLE "idempotency_key" (
  person_id integer not null references person (id),
  key text not null,
  body blob not null,
  created_at integer not null, ticket_id integer references ticket (id), note_id integer references note (id),
  primary key (person_id, key)
) strict, without rowid;
CREATE INDEX idempotency_key_by_age on idempotency_key (created_at);
CREATE INDEX idempotency_key_by_note on idempotency_key (note_id) where note_id is not null;
CREATE INDEX idempotency_key_by_ticket on idempotency_key (ticket_id);

CREATE TABLE identity (
  provider text not null,
  subject text not null,
  person_id integer not null references person (id),
  created_at integer not null, unionid text,
  primary key (provider, subject)
) strict;
CREATE INDEX identity_by_person on identity (person_id);

CREATE TABLE import_run (
  id integer primary key autoincrement,
  kind text not null,
  member_id integer references member (id),
  at integer not null,
  added integer not null,
  by_hand text not null,
  undone_at integer,
  removed integer
) strict;

CREATE TABLE imported (
  key text primary key,
  ticket_id integer not null references ticket (id)
  , import_id integer references import_run (id)) strict, without rowid;
CREATE INDEX imported_by_import on imported (import_id) where import_id is not null;
CREATE INDEX imported_by_ticket on imported (ticket_id);

CREATE TABLE instance (
  id integer primary key check (id = 1),
  name text not null
  , push_keys text) strict;

CREATE TABLE intake (
  ticket_id integer primary key references ticket (id),
  member_id integer not null references member (id),
  hash blob not null,
  created_at integer not null,
  adopted_at integer
) strict;
CREATE UNIQUE INDEX intake_by_hash on intake (hash);

CREATE TABLE kiosk (
  hash blob primary key,
  member_id integer not null references member (id),
  created_at integer not null,
  until_at integer not null
) strict;

CREATE TABLE "leave" (
  id integer primary key autoincrement,
  member_id integer not null references member (id),
  week text not null,
  shift text not null,
  date text,
  number integer,
  reason text not null,
  substitute_id integer references member (id),
  taken_at integer,
  created_at integer not null
) strict;
CREATE UNIQUE INDEX leave_as_written on leave (member_id, week, shift) where date is null;
CREATE INDEX leave_by_date on leave (date, number);
CREATE INDEX leave_by_substitute on leave (substitute_id);
CREATE UNIQUE INDEX leave_of_shift on leave (member_id, date, number) where date is not null;

CREATE TABLE log (
  id integer primary key autoincrement,
  at integer not null,
  person_id integer references person (id),
  member_id integer references member (id),
  operation integer not null,
  target integer not null,
  before_id integer not null default 0,
  before_info text not null default '',
  after_id integer not null default 0,
  after_info text not null default ''
  , event text) strict;
CREATE INDEX log_by_member on log (member_id, id);
CREATE INDEX log_by_person on log (person_id, id);
CREATE INDEX log_by_target on log (target, id);
CREATE INDEX log_by_time on log (at, id);

CREATE TABLE media (
  name text primary key,
  person_id integer not null references person (id),
  note_id integer references note (id),
  member_id integer references member (id),
  place integer not null default 0,
  gone integer not null default 0 check (gone in (0, 1)),
  created_at integer not null
  , state integer not null default 0, secret text, trace text) strict, without rowid;
CREATE INDEX media_being_checked on media (created_at) where state = 1;
CREATE INDEX media_by_age on media (gone, created_at);
CREATE INDEX media_by_member on media (member_id);
CREATE INDEX media_by_note on media (note_id);
CREATE INDEX media_by_person on media (person_id);
CREATE INDEX media_by_trace on media (trace) where trace is not null;

CREATE TABLE member (
  id integer primary key autoincrement,
  name text not null,
  phone text not null default '',
  stuid text not null default '',
  passwd text not null default '',
  avatar text not null default '',
  admin integer not null default 0 check (admin in (0, 1)),
  active integer not null default 1 check (active in (0, 1)),
  created_at integer not null,
  seen_at integer
  , version integer not null default 1, versions text not null default '{}', class text not null default '', college text not null default '', erased integer not null default 0, removed_at integer, import_id integer) strict;
CREATE UNIQUE INDEX member_by_name on member (name) where active = 1;
CREATE UNIQUE INDEX member_by_stuid on member (stuid) where active = 1 and stuid <> '';

CREATE TABLE note (
  id integer primary key autoincrement,
  ticket_id integer not null references ticket (id),
  type integer not null,
  person_id integer references person (id),
  member_id integer references member (id),
  content text not null,
  created_at integer not null
  , hidden integer not null default 0) strict;
CREATE INDEX note_by_person on note (person_id, id);
CREATE INDEX note_by_ticket on note (ticket_id, id);

CREATE TABLE notice (
  id integer primary key autoincrement,
  person_id integer not null references person (id),
  at integer not null,
  seen_at integer,
  content text not null
) strict;
CREATE INDEX notice_by_person on notice (person_id, id);
CREATE INDEX notice_by_time on notice (at);

CREATE TABLE notify (
  person_id integer primary key references person (id),
  choices text not null default '{}',
  mail text not null default '',
  refused text not null default '',
  mail_key text not null
) strict;
CREATE UNIQUE INDEX notify_by_mail_key on notify (mail_key);

CREATE TABLE occasion (
  id integer primary key autoincrement,
  said text not null,
  created_at integer not null
  , set_aside_at integer) strict;

CREATE TABLE outbox (
  id integer primary key autoincrement,
  kind text not null,
  lane text not null,
  payload text not null,
  created_at integer not null,
  due_at integer not null,
  tries integer not null default 0,
  done_at integer
  , state integer not null default 0, held_until integer, since integer, trouble text, destination text not null default 'external', person_id integer references person (id), key text, held_by text) strict;
CREATE INDEX outbox_by_due on outbox (state, due_at);
CREATE INDEX outbox_by_end on outbox (done_at);
CREATE UNIQUE INDEX outbox_by_key on outbox (key) where key is not null;
CREATE INDEX outbox_by_lane on outbox (lane, state, id);
CREATE INDEX outbox_by_person on outbox (person_id) where person_id is not null;
CREATE INDEX outbox_by_state on outbox (destination, state, id);
CREATE INDEX outbox_tried on outbox (destination, id) where tries > 0;

CREATE TABLE person (
  id integer primary key autoincrement,
  name text not null default '',
  phone text not null default '',
  lang text,
  member_id integer references member (id),
  created_at integer not null
  , proven_at integer, proven_by text not null default '', merged_into integer) strict;
CREATE INDEX person_by_creation on person (created_at);
CREATE INDEX person_by_member on person (member_id);
CREATE INDEX person_by_merge on person (merged_into) where merged_into is not null;

CREATE TABLE push_subscription (
  id integer primary key autoincrement,
  person_id integer not null references person (id),
  session blob not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at integer not null
) strict;
CREATE UNIQUE INDEX push_subscription_by_endpoint on push_subscription (endpoint, person_id);
CREATE INDEX push_subscription_by_person on push_subscription (person_id);
CREATE INDEX push_subscription_by_session on push_subscription (session);

CREATE TABLE rating (
  ticket_id integer primary key references ticket (id),
  stars integer not null,
  content text not null,
  created_at integer not null
) strict, without rowid;
CREATE INDEX rating_by_time on rating (created_at, stars);

CREATE TABLE receipt (
  ticket_id integer primary key references ticket (id),
  hash blob not null,
  created_at integer not null
  , member_id integer references member (id), later integer not null default 0) strict;
CREATE UNIQUE INDEX receipt_by_hash on receipt (hash);

CREATE TABLE recovery (
  hash blob primary key,
  member_id integer not null references member (id)
) strict;
CREATE INDEX recovery_by_member on recovery (member_id);

CREATE TABLE remote (
  ticket_id integer primary key references ticket (id),
  system text not null,
  remote_id text not null,
  url text
) strict;

CREATE TABLE repair_day (
  id integer primary key autoincrement,
  version integer not null default 1,
  state text not null,
  title_zh text not null,
  title_en text not null,
  about_zh text not null,
  about_en text not null,
  starts_at integer not null,
  ends_at integer not null,
  place_zh text not null,
  place_en text not null,
  map text not null,
  kinds text not null,
  refused text not null,
  walk_in_percent integer not null,
  offer_hours integer not null,
  help_until integer,
  publish integer not null,
  situation_id integer references situation (id),
  copied_from integer references repair_day (id),
  created_at integer not null,
  changed_at integer not null
) strict;
CREATE UNIQUE INDEX repair_day_by_situation on repair_day (situation_id) where situation_id is not null;
CREATE INDEX repair_day_by_start on repair_day (starts_at);

CREATE TABLE repair_day_place (
  wave_id integer not null references repair_day_wave (id),
  kind integer not null,
  places integer not null,
  primary key (wave_id, kind)
) strict;

CREATE TABLE repair_day_role (
  id integer primary key autoincrement,
  day_id integer not null references repair_day (id),
  name_zh text not null,
  name_en text not null,
  duty text not null,
  kind integer,
  places integer not null
) strict;
CREATE INDEX repair_day_role_by_day on repair_day_role (day_id);

CREATE TABLE repair_day_task (
  id integer primary key autoincrement,
  day_id integer not null references repair_day (id),
  text text not null,
  due_on text not null,
  member_id integer references member (id),
  done_at integer,
  done_by integer references member (id)
) strict;
CREATE INDEX repair_day_task_by_day on repair_day_task (day_id);

CREATE TABLE repair_day_wave (
  id integer primary key autoincrement,
  day_id integer not null references repair_day (id),
  starts_at integer not null,
  ends_at integer not null
) strict;
CREATE INDEX repair_day_wave_by_day on repair_day_wave (day_id);

CREATE TABLE roster (
  id integer primary key autoincrement,
  name text not null,
  slots text not null,
  version integer not null default 1,
  created_at integer not null
  , import_id integer references import_run (id)) strict;

CREATE TABLE session (
  hash blob primary key,
  person_id integer not null references person (id),
  created_at integer not null,
  used_at integer not null,
  member_id integer references member (id),
  member_used_at integer
  , login text not null default '', device text not null default '', proven_at integer, proven_by text not null default '', confirmed_at integer, needs_proof integer not null default 0 check (needs_proof in (0, 1))) strict;
CREATE INDEX session_by_member on session (member_id);
CREATE INDEX session_by_person on session (person_id);
CREATE INDEX session_by_use on session (used_at);

CREATE TABLE setting (
  id integer primary key check (id = 1),
  version integer not null,
  value text not null
  , versions text not null default '{}') strict;

CREATE TABLE shift_staff (
  date text not null,
  shift text not null,
  member_id integer not null references member (id),
  primary key (date, shift, member_id)
) strict, without rowid;
CREATE INDEX shift_staff_by_member on shift_staff (member_id, date);

CREATE TABLE situation (
  id integer primary key autoincrement,
  at integer not null,
  member_id integer not null references member (id),
  duty text not null,
  head_count integer,
  place text not null,
  reason text not null,
  recover text not null,
  starts_at integer,
  ends_at integer,
  other_time text not null,
  over_at integer
) strict;
CREATE INDEX situation_standing on situation (id) where over_at is null;

CREATE TABLE stocktake (
  id integer primary key autoincrement,
  at integer not null,
  member_id integer not null references member (id),
  shelf text not null,
  result text not null
) strict;

CREATE TABLE tag (
  id integer primary key autoincrement,
  ticket_id integer references ticket (id),
  freed_from integer references ticket (id),
  created_at integer not null
) strict;
CREATE INDEX tag_by_freed on tag (freed_from) where freed_from is not null;
CREATE INDEX tag_by_ticket on tag (ticket_id) where ticket_id is not null;

CREATE TABLE tally (
  list integer not null,
  level integer not null,
  block integer not null,
  n integer not null,
  primary key (list, level, block)
) strict, without rowid;

CREATE TABLE tally_queue (
  ticket_id integer primary key references ticket (id),
  counted text not null
) strict;

CREATE TABLE ticket (
  id integer primary key autoincrement,
  person_id integer not null references person (id),
  type integer not null,
  status integer not null,
  open integer not null check (open in (0, 1)),
  device text not null,
  device_model text not null,
  owner text not null,
  phone text not null,
  description text not null,
  accessories text not null,
  created_at integer not null,
  claimed_at integer,
  finished_at integer,
  confirmed_at integer,
  ended_at integer,
  forwarded_at integer,
  scrubbed integer not null default 0 check (scrubbed in (0, 1))
  , kind integer, outcome text not null default '', barrier text not null default '', category integer not null default 0, brand text not null default '', year integer not null default 0, remedy text not null default '', merged_into integer, hidden integer not null default 0) strict;
CREATE INDEX ticket_by_claim on ticket (claimed_at, created_at);
CREATE INDEX ticket_by_creation on ticket (created_at, id);
CREATE INDEX ticket_by_end on ticket (scrubbed, ended_at);
CREATE INDEX ticket_by_finish on ticket (finished_at, status, claimed_at);
CREATE INDEX ticket_by_open on ticket (open, id);
CREATE INDEX ticket_by_open_type on ticket (open, type, id);
CREATE INDEX ticket_by_outcome on ticket (outcome, category, barrier, finished_at) where status in (5, 6);
CREATE INDEX ticket_by_person on ticket (person_id, id);
CREATE INDEX ticket_by_status on ticket (status, id);
CREATE INDEX ticket_by_type on ticket (type, id);
CREATE INDEX ticket_open_by_creation on ticket (created_at, status, type) where open = 1;
CREATE INDEX ticket_ready on ticket (finished_at) where open = 1 and status in (5, 6);

CREATE TABLE ticket_merge (
  ticket_id integer primary key references ticket (id),
  into_id integer not null references ticket (id),
  member_id integer not null references member (id),
  person_id integer references person (id),
  at integer not null,
  moved text not null
) strict, without rowid;
CREATE INDEX ticket_merge_by_into on ticket_merge (into_id);

CREATE TABLE ticket_seen (
  ticket_id integer not null references ticket (id),
  member_id integer not null references member (id),
  note_id integer not null,
  primary key (ticket_id, member_id)
) strict, without rowid;

CREATE TABLE visit (
  id integer primary key autoincrement,
  day text not null,
  ticket_id integer not null references ticket (id),
  number text not null,
  kind integer not null,
  state text not null,
  created_at integer not null,
  called_at integer,
  called_by integer references member (id)
  , bench text not null default '', wave_at integer not null default 0, walk_in integer not null default 1) strict;
CREATE UNIQUE INDEX visit_by_number on visit (day, number);
CREATE INDEX visit_by_state on visit (day, state, id);
CREATE UNIQUE INDEX visit_by_ticket on visit (ticket_id, day);

CREATE TABLE worker (
  ticket_id integer not null references ticket (id),
  member_id integer not null references member (id),
  open integer not null check (open in (0, 1)),
  since integer not null,
  primary key (ticket_id, member_id)
) strict, without rowid;
CREATE INDEX worker_by_member on worker (member_id, ticket_id);
CREATE INDEX worker_by_open on worker (member_id, open, ticket_id);
