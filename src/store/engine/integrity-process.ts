import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { confirmDamage, type Depth, isSmall, type Said, type State } from './integrity.ts'

/**
 * A program of its own, run by `findDamageBeside`: says what is damaged. A signal to the whole group is for the service, which
 * ends us when it ends. Should it be killed, its end of our standard input closes: where the check takes a while, it is done in
 * a thread, so that this is heard.
 */
const [, , file = '', state, depth] = process.argv
if (!isMainThread) parentPort?.postMessage(look())
else {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
  if (isSmall(file)) say(look())
  else {
    const orphaned = () => process.kill(process.pid, 'SIGKILL')
    process.stdin.once('end', orphaned).once('error', orphaned).resume()
    new Worker(new URL(import.meta.url), { argv: process.argv.slice(2) }).once('message', say)
  }
}

function say(said: Said): void {
  process.stdout.write(JSON.stringify(said))
  process.stdin.destroy()
}

function look(): Said {
  try {
    const found = confirmDamage(file, state as State, depth as Depth) // as `findDamageBeside` was given them
    return found === undefined ? {} : { found }
  } catch (error) {
    return { unchecked: error instanceof Error ? error.message : String(error) }
  }
}
