/** The rows that both bare servers read and write, as SQL with `?` for values. */
export const reads = {
  session: `select s.person_id, p.lang, s.used_at, m.id as member_id, s.member_used_at, s.proven_at, s.confirmed_at, m.admin, f.confirmed_at as factor_at
    from session s join person p on p.id = s.person_id left join member m on m.id = s.member_id and m.active = 1
    left join factor f on f.member_id = p.member_id where s.hash = ?`,
  ticket: 'select * from ticket where id = ?',
  workers: `select m.id, m.name, m.avatar from worker w join member m on m.id = w.member_id where w.ticket_id = ? order by w.since, m.id`,
  notes: `select n.id, n.type, n.content, n.created_at, n.person_id, m.name as member_name, m.avatar, p.name as person_name
    from note n left join member m on m.id = n.member_id left join person p on p.id = n.person_id
    where n.ticket_id = ? order by n.id desc limit 1000`,
  pictures: `select d.note_id, d.name from media d join note n on n.id = d.note_id where n.ticket_id = ? and d.gone = 0 order by d.place`,
  list: `select id, person_id, type, status, device, device_model, owner, phone, created_at, confirmed_at from ticket order by id desc limit 10`,
  total: 'select sum(n) as n from tally where list = 0 and level = 3',
  mine: `select id, person_id, type, status, device, device_model, owner, phone, created_at, confirmed_at from ticket
    where person_id = ? order by id desc limit 1000`,
  mineTotal: 'select count(*) as n from ticket where person_id = ?',
} as const

export const ticketColumns =
  'person_id, type, status, open, device, device_model, owner, phone, description, accessories, created_at'
export const noteColumns = 'ticket_id, type, person_id, member_id, content, created_at'
export const logColumns =
  'event, at, person_id, member_id, operation, target, before_id, before_info, after_id, after_info'
export const keyColumns = 'person_id, key, body, created_at, ticket_id, note_id'
export const workerColumns = 'ticket_id, member_id, open, since'

/** A `?` for each column. */
export const slots = (columns: string) => columns.replace(/\w+/g, '?')
