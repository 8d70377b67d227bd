import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { openLog } from '#main/log.ts'

// Logs so many lines, ten in a turn of the event loop, says how many were dropped, and when it is told to go on, how many until
// lines were taken again; then it logs ten more. It ends by itself, or by an error that nobody catches.
const [, , count = '0', end] = process.argv
const { log, dropped } = openLog('info')
const write = async (from: number, to: number) => {
  for (let n = from; n < to; n += 1) {
    log.info({ n }, 'a line as long as those about requests usually are, give or take a few characters')
    if (n % 10 === 9) await turn()
  }
}
await write(0, Number(count))
process.stdout.write(`${dropped()}\n`)
await once(process.stdin, 'data')
process.stdin.destroy()
while (dropped() > 0 && !(await recovered())) await turn()
process.stdout.write(`${dropped()}\n`)
await write(Number(count), Number(count) + 10)
if (end === 'crash') {
  log.info({ n: -1 }, 'the last line')
  throw new Error('planted')
}

/** True if lines are accepted again. */
async function recovered(): Promise<boolean> {
  const before = dropped()
  log.info('are lines taken again?')
  return dropped() === before
}
