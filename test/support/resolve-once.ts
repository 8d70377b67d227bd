import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { type ResolveFnOutput, registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

/**
 * Loaded into each test file. Node takes as long to find the file of each import as to load them all, and finds the same ones for each
 * test file; so what one has found is kept for the others, until the run ends.
 */
const file = process.env['TEST_RESOLVED']
const ours = pathToFileURL(`${import.meta.dirname}/../../`).href

if (file) {
  const known = read(file)
  let news = false
  registerHooks({
    resolve(specifier, context, next) {
      const { parentURL = '', conditions } = context
      // What is elsewhere may be written and removed meanwhile.
      if (!parentURL.startsWith(ours) || specifier.startsWith('node:')) return next(specifier, context)
      const key = `${conditions.join()} ${parentURL.slice(ours.length, parentURL.lastIndexOf('/'))} ${specifier}`
      const hit = known[key]
      if (hit) return { ...hit, shortCircuit: true }
      const { url, format } = next(specifier, context)
      if (url.startsWith(ours)) {
        known[key] = { url, format }
        news = true
      }
      return { url, format, shortCircuit: true }
    },
  })
  process.on('exit', () => {
    if (!news) return
    // Renamed into place, so that no process reads half of it.
    const own = `${file}.${process.pid}`
    writeFileSync(own, JSON.stringify(known))
    renameSync(own, file)
  })
}

function read(from: string): Record<string, Pick<ResolveFnOutput, 'url' | 'format'>> {
  try {
    return JSON.parse(readFileSync(from, 'utf8'))
  } catch {
    return {} // this is the first
  }
}
