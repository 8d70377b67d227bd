import type { EnvReaderOf, Variables } from './values.ts'

export const logVariables = {
  LOG_LEVEL: { about: 'trace, debug, info, warn, error, fatal or silent.', default: 'info' },
} as const satisfies Variables

export function readLogLevel(values: EnvReaderOf<typeof logVariables>) {
  return values.oneOf('LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
}
