import type { Environment, Problem, Variables } from './values.ts'

// Shorter names resemble those of other programs (PORT, PORTS).
const shortest = 8

/** Names in the environment that differ by one typing error from an unset setting. DATABSE_URL, unnoticed, would start an empty database. */
export function findMisspeltNames(env: Environment, variables: Variables): Problem[] {
  const isSet = (name: string) => env[name] !== undefined
  const known = Object.entries(variables).flatMap(([name, { secret }]) => (secret ? [name, `${name}_FILE`] : [name]))
  const missing = known.filter((name) => name.length >= shortest && !isSet(name) && !isSet(name.replace(/_FILE$/, '')))
  return Object.keys(env)
    .filter((name) => isSet(name) && !known.includes(name))
    .flatMap((name) => {
      const meant = missing.find((candidate) => isOneTypo(name.toUpperCase(), candidate))
      return meant ? [{ name, text: `${name} is not a setting. Did you mean ${meant}?` }] : []
    })
}

/** True if one character is missing, added or different, or two have changed places. */
function isOneTypo(a: string, b: string): boolean {
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
