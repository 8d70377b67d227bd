#!/usr/bin/env node
// Plain JavaScript that any Node can read, so that an old one gets a sentence instead of a stack trace.
import { existsSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'

const needed = 26
if (Number.parseInt(process.versions.node, 10) < needed) {
  process.stderr.write(
    `Fettle needs Node ${needed} and this is ${process.versions.node}: run "npm ci" without --omit=optional, which brings it for most platforms, or install Node ${needed}.\n`,
  )
  process.exitCode = 1
} else {
  const [command = 'help', ...rest] = process.argv.slice(2)
  const envFile = rest
    .find((word, i) => word.startsWith('--env-file=') || rest[i - 1] === '--env-file')
    ?.replace('--env-file=', '')
  if (envFile) {
    try {
      process.loadEnvFile(envFile)
    } catch {
      process.stderr.write(`The file ${envFile} cannot be read.\n`)
      process.exit(1)
    }
  }
  // Compiled code is kept beside the data: the next start takes half the time.
  const dataDir = process.env.DATA_DIR || './data'
  if (command === 'start' || existsSync(dataDir)) module.enableCompileCache(join(dataDir, 'cache'))
  const { main } = await import('../src/main/cli.ts')
  process.exitCode = await main([command, ...rest])
}
