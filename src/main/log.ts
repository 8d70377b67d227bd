import { type Logger, pino } from 'pino'
import type { Clock } from '#kit/time.ts'
import { LogWriter } from './log-writer.ts'

/** The system clock. All other code gets a clock as an argument. */
export const clock: Clock = Date.now

/** Milliseconds since the start. It is never set. */
export const monotonicClock: Clock = () => performance.now()

export const random: () => number = Math.random

export interface OpenLog {
  readonly log: Logger
  /** How many lines could not be written and are lost. */
  readonly dropped: () => number
}

export function openLog(level: string): OpenLog {
  const writer = new LogWriter((lost) => log.warn({ lost }, 'lines are missing here: the log could not be written'))
  // Errors are logged without their details, because those of PostgreSQL quote rows.
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
