import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { type CheckOutput, confirmDamage, type Depth, isSmall, type State } from './integrity.ts'

// The child process of `findDamageInChildProcess`. It ignores signals to the process group, because the service stops it. If the service is
// killed, standard input closes. A long check runs in a thread, so that the main thread notices this.
const [, , file = '', state, depth] = process.argv
if (!isMainThread) parentPort?.postMessage(check())
else {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
  if (isSmall(file)) write(check())
  else {
    const orphaned = () => process.kill(process.pid, 'SIGKILL')
    process.stdin.once('end', orphaned).once('error', orphaned).resume()
    new Worker(new URL(import.meta.url), { argv: process.argv.slice(2) }).once('message', write)
  }
}

function write(result: CheckOutput): void {
  process.stdout.write(JSON.stringify(result))
  process.stdin.destroy()
}

function check(): CheckOutput {
  try {
    const damage = confirmDamage(file, state as State, depth as Depth) // passed by `findDamageInChildProcess`
    return damage === undefined ? {} : { damage }
  } catch (error) {
    return { unchecked: error instanceof Error ? error.message : String(error) }
  }
}
