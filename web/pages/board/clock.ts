/**
 * The team's clock goes on from what the service last said: whoever set up the display may have set its clock to anything.
 * `elapsed` is how long ago that was; the display's last tick can be older than the answer.
 */
export function clockAfter(timestamp: string, elapsed: number): string {
  return new Date(Date.parse(`${timestamp.slice(0, 19)}Z`) + Math.max(0, elapsed)).toISOString().slice(0, 19)
}

/** How long a code of the board is the newest one, and for how long it lets people sign in. */
const step = 30_000
const life = 2 * step

/**
 * How much of its time a code has left until there is another one, from 1 to 0; nothing once it is refused. It had so many `seconds` when
 * the service told it, `elapsed` ago.
 */
export function codeTimeLeft(seconds: number, elapsed: number): number | undefined {
  const left = seconds * 1000 - Math.max(0, elapsed)
  return left <= step - life ? undefined : Math.max(0, left / step)
}

/** The script that a page is made of; another name is another version. */
export function scriptPathIn(html: string): string | undefined {
  return /\/assets\/[\w-]+\.js/.exec(html)?.[0]
}
