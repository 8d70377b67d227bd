import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { drawn } from './drawn.ts'

const root = join(import.meta.dirname, '..')
for (const [file, draw] of Object.entries(drawn)) {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), draw())
}
