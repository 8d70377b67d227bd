import { sql } from 'kysely'
import { noteTypes } from '#contract/codes.ts'
import { visibilityOf } from '#rules/visibility.ts'
import { literals } from '../engine/index.ts'

/** Any member may search, so only what every member may read is found. */
const searchable = (['comment', 'internal'] as const).filter((field) => visibilityOf(field, ['member']) === 'full')

/** The notes of a row of `ticket` as one text. */
export const searchableNotes = sql<string>`coalesce((
  select string_agg(note.content, ${sql.lit('\n')}) from note
  where note.ticket_id = ticket.id and note.type in (${literals(searchable.map((field) => noteTypes[field]))})
), '')`
