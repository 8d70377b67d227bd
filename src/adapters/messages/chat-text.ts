import type { Message } from '#service/shared/ports.ts'

const zeroWidth = '\u200b'

/** What somebody wrote, so that it calls nobody (`@all`, `<!channel>`, `<at …>`) and is no link in any chat: a blank without width stands in between. */
export function defuseMentions(text: string): string {
  return text.replace(/[@＠<]|:(?=\/)|\](?=\()|(?<=[\p{L}\p{N}])\.(?=\p{L})/gu, `$&${zeroWidth}`)
}

/** How much of a thing is said where many must fit into one message: its number comes first. */
const lengths = [Number.POSITIVE_INFINITY, 240, 160, 100, 60, 40]

/** All that a message tells, each thing with its link, within the length that a chat takes as it counts it. */
export function chatText({ texts }: Message, longest: number, size: (text: string) => number): string {
  const things = texts.map((text) => {
    const end = text.lastIndexOf('\n') // the link is of our own making and stands last
    return end < 0 ? { said: '', link: text } : { said: defuseMentions(text.slice(0, end)), link: text.slice(end + 1) }
  })
  const told = (most: number, linked: boolean) =>
    things
      .map(({ said, link }) =>
        [cut(said, most, size), ...(linked ? [link] : [])].filter((line) => line !== '').join('\n'),
      )
      .join('\n')
  const whole = lengths.map((most) => told(most, true)).find((text) => size(text) <= longest)
  // An address of ours can be so long that the links alone are too much.
  return whole ?? cut(told(40, false), longest, size)
}

function cut(text: string, most: number, size: (text: string) => number): string {
  if (size(text) <= most) return text
  const letters = [...text]
  while (letters.length > 0 && size(`${letters.join('')}…`) > most) letters.pop()
  return `${letters.join('')}…`
}
