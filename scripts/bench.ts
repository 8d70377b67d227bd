import { parseArgs } from 'node:util'
import { bombs } from './bench/bombs.ts'
import { dutyRate } from './bench/duty.ts'
import { groupCommit } from './bench/group-commit.ts'
import { idleMemory } from './bench/memory.ts'
import { speedAgainst } from './bench/speed/speed.ts'
import { startTime } from './bench/start.ts'
import { report } from './shared/figures.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { against: { type: 'string' } } })
const { against } = values
if (positionals.includes('speed') && !against) throw new Error('speed needs another checkout: --against <folder>')

const benchmarks = {
  start: startTime,
  memory: idleMemory,
  'group-commit': groupCommit,
  duty: dutyRate,
  bombs,
  ...(against ? { speed: () => speedAgainst(against) } : {}),
}

const chosen = Object.entries(benchmarks).filter(([name]) => positionals.length === 0 || positionals.includes(name))
let met = true
for (const [name, benchmark] of chosen) met = report(name, await benchmark()) && met
if (!met) process.exitCode = 1
