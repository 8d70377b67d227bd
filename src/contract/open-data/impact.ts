import { get } from '../endpoint.ts'
import { Coded } from '../fields.ts'
import { barriers, outcomes } from '../tickets/outcome-fields.ts'
import { field, flag, integer, listOf, Type, text } from '../type.ts'

const Few = (what: string, example: number) =>
  field(Type.Union([Type.Integer(), Type.Null()]), `${what}; null where they are fewer than five.`, example)

/** What the team has mended, for everybody, where it wants that. */
export const impact = {
  figures: get('/impact/figures', 'anyone', {
    ticket: 'unrelated',
    summary:
      'What the team has looked at since it began, and what became of it. Nothing of persons; groups of fewer than five are left out. Made anew every few minutes. Only where the team publishes it.',
    output: Type.Object({
      devices: Few('How many devices were looked at and finished', 140),
      from: text('The first day on which one was finished; empty where there is none.', '2026-03-01'),
      until: text('The last one.', '2026-11-16'),
      outcomes: listOf('By what became of them.', {
        outcome: field(
          Type.Enum([...outcomes]),
          'What became of them. Where nobody has said: fixed what was repaired, unknown what was not.',
          'fixed',
        ),
        count: integer('How many there are, five at least.', 98),
      }),
      categories: listOf('By category, the most frequent first.', {
        category: field(Coded('category'), 'The category. Where nobody has said, what its name sounds like.', 14),
        count: integer('How many there are, five at least.', 21),
        fixed: Few('How many of them were fixed', 17),
      }),
      barriers: listOf('Why things were at the end of their life.', {
        barrier: field(Type.Enum([...barriers]), 'What stood in the way.', 'worn_out'),
        count: integer('How many there are, five at least.', 6),
      }),
      file: flag('Whether there is a file of the repairs, which needs the country of the team.', true),
      kept: field(
        Type.Object({
          grams: integer(
            'What the fixed ones of the list above weigh together, by an average for their kind.',
            312_000,
          ),
          devices: integer('How many of them are of a kind with a known average.', 90),
          source: text('Where the averages come from.', 'The Restart Project'),
          link: text('Its address.', 'https://example.org/'),
        }),
        'Waste that was kept from the bin.',
      ),
    }),
    errors: ['impact_off'],
  }),
  data: get('/impact/ords.csv', 'anyone', {
    ticket: { none: 'Finished repairs without what is personal, where the team publishes them.' },
    summary:
      'All finished repairs as the Open Repair Data Standard 0.3 writes them, under CC BY-SA 4.0. No names and phones of persons; a program takes those in texts out. Made anew every few minutes. Only where the team publishes it and says in which country it is.',
    output: text('A heading, and a line for each repair.', 'id,data_provider\r\nfettle-12,Campus Repair\r\n'),
    answer: 'raw',
    produces: 'text/csv',
    rate: 'download',
    errors: ['impact_off'],
  }),
}
