/**
 * Adds the elapsed time to the last time from the service, because the display's own clock may be wrong. `elapsed`
 * can be negative if the last tick is older than the answer.
 */
export function clockAfter(timestamp: string, elapsed: number): string {
  return new Date(Date.parse(`${timestamp.slice(0, 19)}Z`) + Math.max(0, elapsed)).toISOString().slice(0, 19)
}

/** A code is the newest for one step, and the service accepts it for two. */
const step = 30_000
const life = 2 * step

/**
 * The share of its time that a code has left, from 1 to 0; undefined once the service refuses it. `seconds` is what
 * the service reported `elapsed` milliseconds ago.
 */
export function codeTimeLeft(seconds: number, elapsed: number): number | undefined {
  const left = seconds * 1000 - Math.max(0, elapsed)
  return left <= step - life ? undefined : Math.max(0, left / step)
}

/** The path of the page's main script, which changes with every build. */
export function scriptPathIn(html: string): string | undefined {
  return /\/assets\/[\w-]+\.js/.exec(html)?.[0]
}
