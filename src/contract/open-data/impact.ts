import { get } from '../endpoint.ts'
import { Coded } from '../fields.ts'
import { barriers, outcomes } from '../tickets/outcome-fields.ts'
import { field, flag, integer, listOf, objectOf, Type, text } from '../type.ts'

const Few = (what: string, example: number) =>
  field(Type.Union([Type.Integer(), Type.Null()]), `${what}; null if fewer than five.`, example)

export const impact = {
  figures: get('/impact/figures', 'anyone', {
    ticket: 'unrelated',
    summary:
      'Get the public repair figures of the team. They contain no personal data and no groups of fewer than five, and are updated every few minutes. Available only if the team publishes them.',
    output: Type.Object({
      devices: Few('How many devices were examined and finished', 140),
      from: text('The day on which the first device was finished; empty if there is none.', '2026-03-01'),
      until: text('The day on which the last device was finished.', '2026-11-16'),
      outcomes: listOf('Counts by outcome.', {
        outcome: field(
          Type.Enum([...outcomes]),
          'The outcome. If none was recorded: `fixed` if repaired, otherwise `unknown`.',
          'fixed',
        ),
        count: integer('The count, at least five.', 98),
      }),
      categories: listOf('Counts by category, most frequent first.', {
        category: field(Coded('category'), 'The category. If none was recorded, it is guessed from the device.', 14),
        count: integer('The count, at least five.', 21),
        fixed: Few('How many of them were fixed', 17),
      }),
      barriers: listOf('Why devices were at the end of their life.', {
        barrier: field(Type.Enum([...barriers]), 'The barrier.', 'worn_out'),
        count: integer('The count, at least five.', 6),
      }),
      file: flag('Whether the open data file is available, which requires the country of the team.', true),
      kept: objectOf('Waste that was avoided.', {
        grams: integer(
          'The estimated weight of the fixed devices in the categories above, by the average of their category.',
          312_000,
        ),
        devices: integer('How many of them have a known average.', 90),
        source: text('The source of the averages.', 'The Restart Project'),
        link: text('Its address.', 'https://example.org/'),
      }),
    }),
    errors: ['impact_off'],
  }),
  data: get('/impact/ords.csv', 'anyone', {
    ticket: { none: 'Finished repairs without personal data, if the team publishes them.' },
    summary:
      'Download all finished repairs as open data. The file follows the Open Repair Data Standard 0.3, is licensed under CC BY-SA 4.0 and is updated every few minutes. Names and phone numbers are left out, and removed from texts automatically. Available only if the team publishes it and has set its country.',
    output: text('A heading, and a line for each repair.', 'id,data_provider\r\nfettle-12,Campus Repair\r\n'),
    answer: 'raw',
    produces: 'text/csv',
    rate: 'download',
    errors: ['impact_off'],
  }),
}
