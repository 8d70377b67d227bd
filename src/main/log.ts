import { type Logger, pino } from 'pino'
import type { Clock } from '#kit/time.ts'

/** The real clock; everything else is given one. */
export const clock: Clock = Date.now

/** The real chance, from 0 to just under 1. */
export const chance: () => number = Math.random

export function openLog(level: string): Logger {
  // Standard output is for the person who starts it, standard error for the log. Errors are logged without their details:
  // PostgreSQL's quote the row that did not fit.
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: {
        err: ({ name, code, stack }: Error & { code?: unknown } = new Error('unknown')) => ({ name, code, stack }),
      },
    },
    pino.destination(2),
  )
}
