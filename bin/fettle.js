#!/usr/bin/env -S node --
// Plain JavaScript, so that an old Node prints a sentence instead of a stack trace. The -- above, and in package.json, keeps Node from
// reading our --env-file as its own.
import { existsSync, mkdirSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'

const needed = 26

async function run([command = 'help', ...rest]) {
  if (Number.parseInt(process.versions.node, 10) < needed)
    return fail(
      `Fettle needs Node ${needed} and this is ${process.versions.node}: run "npm ci" without --omit=optional, which brings it for most platforms, or install Node ${needed}.`,
    )
  const envFile = rest
    .find((word, i) => word.startsWith('--env-file=') || rest[i - 1] === '--env-file')
    ?.replace('--env-file=', '')
  try {
    if (envFile) process.loadEnvFile(envFile)
  } catch {
    return fail(`The file ${envFile} cannot be read.`)
  }
  keepCompiled(process.env.DATA_DIR?.trim() || './data', command === 'start')
  resolveWithoutSearch()
  const { main } = await import('../src/main/cli.ts')
  return main([command, ...rest])
}

/** Caches compiled code beside the data, which halves the time of the next start. */
function keepCompiled(dataDir, make) {
  try {
    // Created here, because Node would create it readable by all users.
    if (make && !existsSync(dataDir)) mkdirSync(dataDir, { mode: 0o700 })
  } catch {
    // The service reports the problem, together with all others.
  }
  if (existsSync(dataDir)) module.enableCompileCache(join(dataDir, 'cache'))
}

/**
 * Our own imports and those of Kysely name whole files. Without Node's search (stat, realpath and package.json for some two thousand
 * imports) a start is a third shorter.
 */
function resolveWithoutSearch() {
  const source = new URL('../src/', import.meta.url).href
  const resolved = (url, format) => ({ url, format, shortCircuit: true })
  module.registerHooks({
    resolve(specifier, context, search) {
      const from = context.parentURL ?? ''
      if (from.startsWith(source)) {
        if (specifier.startsWith('#') && !specifier.startsWith('#demo/'))
          return resolved(source + specifier.slice(1), 'module-typescript')
        if (specifier.startsWith('.')) return resolved(new URL(specifier, from).href, 'module-typescript')
      } else if (specifier.startsWith('.') && from.includes('/node_modules/kysely/'))
        return resolved(new URL(specifier, from).href, 'module')
      return search(specifier, context)
    },
  })
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  return 1
}

process.exitCode = await run(process.argv.slice(2))
