import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

interface LockedPackage {
  readonly resolved?: string
  readonly dependencies?: Record<string, string>
  readonly optionalDependencies?: Record<string, string>
}

const lockfile = join(import.meta.dirname, '../../package-lock.json')
const { packages } = JSON.parse(readFileSync(lockfile, 'utf8')) as { packages: Record<string, LockedPackage> }

/** Whether a package finds another from its folder, as Node searches. */
function finds(from: string, name: string): boolean {
  for (let place = from; ; place = place.slice(0, Math.max(place.lastIndexOf('/node_modules/'), 0))) {
    if (`${place ? `${place}/` : ''}node_modules/${name}` in packages) return true
    if (place === '') return false
  }
}

test('the lockfile has every required package for every platform', () => {
  const missing = Object.entries(packages).flatMap(([place, { dependencies = {}, optionalDependencies = {} }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !finds(place, name))
      .map((name) => `${place || 'fettle'} needs ${name}`),
  )
  assert.deepEqual(missing, [])
})

test('the lockfile names no host', () => {
  assert.deepEqual(
    Object.entries(packages).filter(([, { resolved }]) => resolved?.includes('://')),
    [],
  )
})
