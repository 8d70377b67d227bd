import type { Environment, Problem } from './values.ts'
import type { Variables } from './variable.ts'

// Shorter ones have neighbours of other programs (PORT, PORTS); ours this long have none but mistakes.
const shortest = 8

/**
 * Names in the environment that are one slip of the finger away from a setting that is not set. DATABSE_URL, unnoticed,
 * would start an empty database. Everything else in the environment is none of our business.
 */
export function findMisspeltNames(env: Environment, variables: Variables): Problem[] {
  const isSet = (name: string) => env[name] !== undefined
  const known = Object.entries(variables).flatMap(([name, { secret }]) => (secret ? [name, `${name}_FILE`] : [name]))
  const missing = known.filter((name) => name.length >= shortest && !isSet(name) && !isSet(name.replace(/_FILE$/, '')))
  return Object.keys(env)
    .filter((name) => isSet(name) && !known.includes(name))
    .flatMap((name) => {
      const meant = missing.find((candidate) => oneSlip(name.toUpperCase(), candidate))
      return meant ? [{ name, text: `${name} is not a setting. Is ${meant} meant?` }] : []
    })
}

/** The same text, but for one character that is missing, added or different, or two that changed places. */
function oneSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  const [restA, restB] = [a.slice(start), b.slice(start)]
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (restA.slice(2) === restB.slice(2) && restA[0] === restB[1] && restA[1] === restB[0])
  )
}
