CREATE TABLE absence (
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

CREATE UNIQUE INDEX absence_as_written on absence (member_id, week, shift) where date is null;

CREATE INDEX absence_by_date on absence (date, number);

CREATE INDEX absence_by_substitute on absence (substitute_id);

CREATE UNIQUE INDEX absence_of_shift on absence (member_id, date, number) where date is not null;

CREATE TABLE code (
  hash blob primary key,
  kind text not null,
  subject text not null default '',
  member_id integer references member (id),
  created_at integer not null,
  expires_at integer not null,
  used_at integer,
  used_by integer references person (id)
) strict;

CREATE INDEX code_by_expiry on code (expires_at);

CREATE INDEX code_by_member on code (member_id);

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

CREATE TABLE duty (
  id integer primary key check (id = 1),
  version integer not null,
  changed_at integer,
  roster_id integer references roster (id),
  head_count integer,
  head_count_at integer,
  head_count_after integer
) strict;

CREATE TABLE feed (
  member_id integer primary key references member (id),
  hash blob not null unique,
  created_at integer not null
) strict;

CREATE TABLE feedback (
  id integer primary key autoincrement,
  person_id integer not null references person (id),
  content text not null,
  created_at integer not null
) strict;

CREATE INDEX feedback_by_person on feedback (person_id);

CREATE TABLE identity (
  provider text not null,
  subject text not null,
  person_id integer not null references person (id),
  created_at integer not null,
  primary key (provider, subject)
) strict;

CREATE INDEX identity_by_person on identity (person_id);

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
) strict;

CREATE INDEX log_by_member on log (member_id, id);

CREATE INDEX log_by_person on log (person_id, id);

CREATE INDEX log_by_target on log (target, id);

CREATE INDEX log_by_time on log (at, id);

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
) strict;

CREATE UNIQUE INDEX member_by_name on member (name) where active = 1;

CREATE UNIQUE INDEX member_by_stuid on member (stuid) where active = 1 and stuid <> '';

CREATE TABLE person (
  id integer primary key autoincrement,
  name text not null default '',
  phone text not null default '',
  lang text,
  member_id integer references member (id),
  created_at integer not null
) strict;

CREATE INDEX person_by_member on person (member_id);

CREATE TABLE roster (
  id integer primary key autoincrement,
  name text not null,
  slots text not null,
  version integer not null default 1,
  created_at integer not null
) strict;

CREATE TABLE session (
  hash blob primary key,
  person_id integer not null references person (id),
  created_at integer not null,
  used_at integer not null,
  member_id integer references member (id),
  member_used_at integer
) strict;

CREATE INDEX session_by_member on session (member_id);

CREATE INDEX session_by_person on session (person_id);

CREATE INDEX session_by_use on session (used_at);

CREATE TABLE setting (
  id integer primary key check (id = 1),
  version integer not null,
  value text not null
) strict;

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
