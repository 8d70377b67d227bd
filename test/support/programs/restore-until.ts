import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

// Restores a backup and kills itself before the given call that changes files.
const [backup = '', file = '', stop = ''] = process.argv.slice(2)
let count = 0
const mortal = <A extends unknown[], R>(work: (...args: A) => R) =>
  ((...args: A) => {
    if (count++ === Number(stop)) process.kill(process.pid, 'SIGKILL')
    return work(...args)
  }) as never // the same function, but for its overloads
fs.copyFileSync = mortal(fs.copyFileSync)
fs.writeFileSync = mortal(fs.writeFileSync)
fs.renameSync = mortal(fs.renameSync)
fs.rmSync = mortal(fs.rmSync)
syncBuiltinESMExports()
const { restore } = await import('#store/upkeep/backup.ts')
await restore(backup, file, 0)
process.stdout.write('restored\n')
