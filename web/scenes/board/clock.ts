/**
 * The team's clock goes on from what the service last said: whoever set up the display may have set its clock to anything.
 * `elapsed` is how long ago that was; the display's last tick can be older than the answer.
 */
export function clockAfter(timestamp: string, elapsed: number): string {
  return new Date(Date.parse(`${timestamp.slice(0, 19)}Z`) + Math.max(0, elapsed)).toISOString().slice(0, 19)
}

/** The script that a page is made of; another name is another version. */
export function scriptOf(html: string): string | undefined {
  return /\/assets\/[\w-]+\.js/.exec(html)?.[0]
}
