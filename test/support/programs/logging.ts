import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { openLog } from '#main/log.ts'

// Logs this many lines, ten in a turn of the event loop, and says how many were dropped. When it is told to continue,
// it says how many were dropped until lines were accepted again, and logs ten more. It ends normally, or by an uncaught
// error.
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
