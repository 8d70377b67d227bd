import { endpoint } from '../endpoint.ts'
import { Coded } from '../fields.ts'
import { barriers, outcomes } from '../tickets/outcome-fields.ts'
import { field, listOf, Type } from '../type.ts'

const Few = (what: string, example: number) =>
  field(Type.Union([Type.Integer(), Type.Null()]), `${what}; null where they are fewer than five.`, example)

/** What the team has mended, for everybody, where it wants that. */
export const impact = {
  figures: endpoint({
    method: 'GET',
    path: '/impact/figures',
    role: 'anyone',
    ticket: 'unrelated',
    summary:
      'What the team has looked at since it began, and what became of it. Nothing of persons; groups of fewer than five are left out. Made anew every few minutes. Only where the team publishes it.',
    output: Type.Object({
      devices: Few('How many devices were looked at and finished', 140),
      from: field(Type.String(), 'The first day on which one was finished; empty where there is none.', '2026-03-01'),
      until: field(Type.String(), 'The last one.', '2026-11-16'),
      outcomes: listOf('By what became of them.', {
        outcome: field(
          Type.Enum([...outcomes]),
          'What became of them. Where nobody has said: fixed what was repaired, unknown what was not.',
          'fixed',
        ),
        count: field(Type.Integer(), 'How many there are, five at least.', 98),
      }),
      categories: listOf('By category, the most frequent first.', {
        category: field(Coded('category'), 'The category. Where nobody has said, what its name sounds like.', 14),
        count: field(Type.Integer(), 'How many there are, five at least.', 21),
        fixed: Few('How many of them were fixed', 17),
      }),
      barriers: listOf('Why things were at the end of their life.', {
        barrier: field(Type.Enum([...barriers]), 'What stood in the way.', 'worn_out'),
        count: field(Type.Integer(), 'How many there are, five at least.', 6),
      }),
      file: field(Type.Boolean(), 'Whether there is a file of the repairs, which needs the country of the team.', true),
      kept: field(
        Type.Object({
          grams: field(
            Type.Integer(),
            'What the fixed ones of the list above weigh together, by an average for their kind.',
            312_000,
          ),
          devices: field(Type.Integer(), 'How many of them are of a kind with a known average.', 90),
          source: field(Type.String(), 'Where the averages come from.', 'The Restart Project'),
          link: field(Type.String(), 'Its address.', 'https://example.org/'),
        }),
        'Waste that was kept from the bin.',
      ),
    }),
    errors: ['impact_off'],
  }),
  data: endpoint({
    method: 'GET',
    path: '/impact/ords.csv',
    role: 'anyone',
    ticket: { none: 'Finished repairs without what is personal, where the team publishes them.' },
    summary:
      'All finished repairs as the Open Repair Data Standard 0.3 writes them, under CC BY-SA 4.0. No names and phones of persons; a program takes those in texts out. Made anew every few minutes. Only where the team publishes it and says in which country it is.',
    output: field(
      Type.String(),
      'A heading, and a line for each repair.',
      'id,data_provider\r\nfettle-12,Campus Repair\r\n',
    ),
    answer: 'raw',
    produces: 'text/csv',
    rate: 'download',
    errors: ['impact_off'],
  }),
}
