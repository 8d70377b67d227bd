import type { Message } from '#service/shared/ports.ts'

const zeroWidth = '\u200b'

/** Puts zero-width spaces into a text, so that it mentions no one (`@all`, `<!channel>`, `<at …>`) and becomes no link in any chat. */
export function defuseMentions(text: string): string {
  return text.replace(/[@＠<]|:(?=\/)|\](?=\()|(?<=[\p{L}\p{N}])\.(?=\p{L})/gu, `$&${zeroWidth}`)
}

/** How long each item may be, tried in this order until the whole message fits. Its number comes first. */
const itemLengths = [Number.POSITIVE_INFINITY, 240, 160, 100, 60, 40]

/** All items of a message with their links, within the limit of a chat. `size` counts as the chat counts. */
export function chatText({ texts }: Message, limit: number, size: (text: string) => number): string {
  const items = texts.map((text) => {
    const end = text.lastIndexOf('\n') // our own link is the last line
    return end < 0 ? { text: '', link: text } : { text: defuseMentions(text.slice(0, end)), link: text.slice(end + 1) }
  })
  const joined = (length: number, withLinks: boolean) =>
    items
      .map(({ text, link }) =>
        [cut(text, length, size), ...(withLinks ? [link] : [])].filter((line) => line !== '').join('\n'),
      )
      .join('\n')
  const whole = itemLengths.map((length) => joined(length, true)).find((text) => size(text) <= limit)
  // With a very long public address, the links alone can be too long.
  return whole ?? cut(joined(40, false), limit, size)
}

function cut(text: string, limit: number, size: (text: string) => number): string {
  if (size(text) <= limit) return text
  const letters = [...text]
  while (letters.length > 0 && size(`${letters.join('')}…`) > limit) letters.pop()
  return `${letters.join('')}…`
}
