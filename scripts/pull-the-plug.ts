import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { diskFolder } from './bench/report.ts'
import { pullThePlug } from './plug.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    connections: { type: 'string', default: '64' },
    // A service that answers before it has committed: shows that a loss would be seen.
    hole: { type: 'boolean', default: false },
  },
})

using folder = diskFolder()
const holed = join(import.meta.dirname, 'bench/hasty-server.ts')
const { answered, lost, halves, damage, slowestStartMs } = await pullThePlug({
  rounds: Number(values.rounds),
  connections: Number(values.connections),
  dataDir: join(folder.dir, 'data'),
  ...(values.hole ? { command: [process.execPath, holed] } : {}),
  say: (line) => void process.stdout.write(`${line}\n`),
})
const startLimitMs = 2000
process.stdout.write(
  [
    `${answered} writes answered with success on ${folder.fileSystem}, ${lost.length} of them lost, ${halves} half done`,
    `integrity check: ${damage ?? 'ok'}`,
    `slowest start after a kill: ${slowestStartMs.toFixed(0)} ms (at most ${startLimitMs})`,
    '',
  ].join('\n'),
)
if (answered === 0 || lost.length > 0 || halves > 0 || damage || slowestStartMs > startLimitMs) process.exitCode = 1
