import { get } from '../endpoint.ts'
import type { Lang } from '../languages.ts'
import { field, list, namedObject, optional, Type, text } from '../type.ts'

const NamedCode = namedObject('NamedCode', 'A code and what it means.', {
  code: field(
    Type.Union([Type.Integer(), Type.String()]),
    'The code as calls have it: a number, or a word such as `fixed` in the tables `outcome` and `barrier`.',
    1,
  ),
  name: field(
    Type.Object({ zh_CN: text('In Chinese.', '已接单'), en_US: text('In English.', 'Accepted') } satisfies Record<
      Lang,
      object
    >),
    'What it means.',
  ),
  moves: optional(list(Type.Integer(), 'Of a status: the ones that can follow it.', [0, 2, 3])),
})
const Alive = Type.Object({ status: field(Type.Literal('ok'), 'Always `ok`; otherwise it is a failure.') })

/** What programs ask: health, figures, and the interface about itself. */
export const machines = {
  codes: get('/codes', 'anyone', {
    ticket: 'unrelated',
    anonymous: true,
    summary: 'Every code table with its names in every language, so that no client hard-codes them.',
    output: field(Type.Record(Type.String(), Type.Array(NamedCode)), 'Each table by its name.', {
      type: [
        { code: 0, name: { zh_CN: '家电', en_US: 'Appliance' } },
        { code: 1, name: { zh_CN: '电脑', en_US: 'Computer' } },
      ],
    }),
  }),
  health: get('/healthz', 'anyone', {
    ticket: 'unrelated',
    anonymous: true,
    summary: 'Whether the process is alive.',
    output: Alive,
    answer: 'bare',
  }),
  ready: get('/readyz', 'anyone', {
    ticket: 'unrelated',
    anonymous: true,
    summary:
      'Whether it can serve: it is not being stopped, and the database answers, is whole, and has the right schema.',
    output: Alive,
    answer: 'bare',
    errors: ['stopping'],
  }),
  metrics: get('/metrics', 'anyone', {
    ticket: 'unrelated',
    anonymous: true,
    summary: 'Figures in the Prometheus text format. Open on loopback, elsewhere with the metrics token as bearer.',
    output: text('One figure a line.', 'fettle_requests_total 12\n'),
    answer: 'raw',
    produces: 'text/plain',
    errors: ['not_found', 'wrong_host'],
  }),
  openapi: get('/openapi.json', 'anyone', {
    ticket: 'unrelated',
    anonymous: true,
    summary: 'This interface as an OpenAPI 3.1 document.',
    output: field(Type.Unsafe<object>({ type: 'object' }), 'The document.', { openapi: '3.1.1' }),
    answer: 'raw',
    produces: 'application/json',
  }),
  reference: get('/reference', 'anyone', {
    ticket: 'unrelated',
    anonymous: true,
    summary: 'This interface as a page to read and try.',
    output: text('The page.', '<!doctype html>'),
    answer: 'raw',
    produces: 'text/html',
  }),
  referenceScript: get('/reference/scalar.js', 'anyone', {
    ticket: 'unrelated',
    anonymous: true,
    summary: 'The program of that page.',
    output: text('The program.', '"use strict";'),
    answer: 'raw',
    produces: 'text/javascript',
  }),
}
