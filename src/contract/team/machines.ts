import { get, htmlPage } from '../endpoint.ts'
import type { Lang } from '../languages.ts'
import { field, list, namedObject, objectOf, optional, Type, text } from '../type.ts'

const NamedCode = namedObject('NamedCode', 'A code and its names.', {
  code: field(
    Type.Union([Type.Integer(), Type.String()]),
    'The code: a number, or a word such as `fixed` in the tables `outcome` and `barrier`.',
    1,
  ),
  name: objectOf('The name in each language.', {
    zh_CN: text('The Chinese name.', '已接单'),
    en_US: text('The English name.', 'Accepted'),
  } satisfies Record<Lang, object>),
  moves: optional(list(Type.Integer(), 'For a status: the statuses that can follow it.', [0, 2, 3])),
})
const Alive = Type.Object({ status: field(Type.Literal('ok'), 'Always `ok`; otherwise the call fails.') })

const program = { ticket: 'unrelated', anonymous: true } as const

export const machines = {
  codes: get('/codes', 'anyone', {
    ...program,
    summary: 'List every code table with its names in every language, so that clients need not hard-code them.',
    output: field(Type.Record(Type.String(), Type.Array(NamedCode)), 'Each table by its name.', {
      type: [
        { code: 0, name: { zh_CN: '家电', en_US: 'Appliance' } },
        { code: 1, name: { zh_CN: '电脑', en_US: 'Computer' } },
      ],
    }),
  }),
  health: get('/healthz', 'anyone', {
    ...program,
    summary: 'Check whether the process is alive.',
    output: Alive,
    answer: 'bare',
  }),
  ready: get('/readyz', 'anyone', {
    ...program,
    summary:
      'Check whether the service is ready. It is not being stopped, and the database answers, is intact and has the right schema.',
    output: Alive,
    answer: 'bare',
    errors: ['stopping'],
  }),
  metrics: get('/metrics', 'anyone', {
    ...program,
    summary:
      'Get metrics in the Prometheus text format. Open on loopback; otherwise it takes the metrics token as bearer.',
    output: text('The metrics, one in a line.', 'fettle_requests_total 12\n'),
    answer: 'raw',
    produces: 'text/plain',
    errors: ['not_found', 'wrong_host'],
  }),
  openapi: get('/openapi.json', 'anyone', {
    ...program,
    summary: 'Get this interface as an OpenAPI 3.1 document.',
    output: field(Type.Unsafe<object>({ type: 'object' }), 'The document.', { openapi: '3.1.1' }),
    answer: 'raw',
    produces: 'application/json',
  }),
  reference: get('/reference', 'anyone', {
    ...program,
    summary: 'Show this interface as a page to read and try.',
    ...htmlPage,
  }),
  referenceScript: get('/reference/scalar.js', 'anyone', {
    ...program,
    summary: 'Get the script of the reference page.',
    output: text('The script.', '"use strict";'),
    answer: 'raw',
    produces: 'text/javascript',
  }),
}
