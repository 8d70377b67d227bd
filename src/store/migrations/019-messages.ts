import type { Migration } from './migration.ts'

/** Messages to people: their channels and addresses. */
export const messages: Migration = ({ name, id, int, bytes, end }) => [
  // The recipient of a message, and the key that prevents a second one. States: 3 could not be delivered, 4 was not to
  // be sent any more.
  `alter table outbox add column person_id ${int} references person (id)`,
  `alter table outbox add column key text`,
  `create unique index outbox_by_key on outbox (key) where key is not null`,
  // Finished rows stay for a month. The index for the first row of a lane does not contain them.
  `drop index outbox_by_lane`,
  `create index outbox_by_lane on outbox (lane, state, id)`,
  `create index outbox_tried on outbox (destination, id) where tries > 0`,
  `create index outbox_by_person on outbox (person_id) where person_id is not null`,
  // A person's choices, and their own address. mail_key lets the recipient stop the mails.
  `create table notify (
    person_id ${int} primary key references person (id),
    choices text not null default '{}',
    mail text not null default '',
    refused text not null default '',
    mail_key text not null
  ${end}`,
  `create unique index notify_by_mail_key on notify (mail_key)`,
  `create table push_subscription (
    id ${id},
    person_id ${int} not null references person (id),
    session ${bytes} not null,
    endpoint text not null,
    p256dh text not null,
    auth text not null,
    created_at ${int} not null
  ${end}`,
  `create unique index push_subscription_by_endpoint on push_subscription (endpoint)`,
  `create index push_subscription_by_person on push_subscription (person_id)`,
  // The number of messages of a template that a person still agreed to get.
  `create table consent (
    person_id ${int} not null references person (id),
    template text not null,
    n ${int} not null,
    primary key (person_id, template)
  ${name === 'sqlite' ? `${end}, without rowid` : end}`,
  `alter table instance add column push_keys text`,
]
