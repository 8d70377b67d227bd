import { type Logger, pino } from 'pino'
import type { Clock } from '#kit/time.ts'
import { LogWriter } from './log-writer.ts'

/** The real clock; everything else is given one. */
export const clock: Clock = Date.now

/** Counts milliseconds since the start, and is never set. */
export const monotonicClock: Clock = () => performance.now()

/** The real chance, from 0 to just under 1. */
export const random: () => number = Math.random

/** The log, and how many of its lines could not be written and are lost. */
export interface OpenLog {
  readonly log: Logger
  readonly dropped: () => number
}

export function openLog(level: string): OpenLog {
  // Standard output is for the person who starts it, standard error for the log.
  const writer = new LogWriter((lost) => log.warn({ lost }, 'lines are missing here: the log could not be written'))
  // Errors are logged without their details: PostgreSQL's quote the row that did not fit.
  const log: Logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: {
        err: ({ name, code, stack }: Error & { code?: unknown } = new Error('unknown')) => ({ name, code, stack }),
      },
    },
    writer,
  )
  process.once('exit', () => writer.finish())
  return { log, dropped: () => writer.dropped }
}
