import { encode } from 'uqr'

const black = '\x1b[30;107m'
const reset = '\x1b[0m'

/**
 * A QR code in half blocks, two rows of modules in one line of text. With colors it is black on white everywhere. Without, the text is taken
 * to be light on dark, as in most terminals, and draws the light modules.
 */
export function terminalQr(text: string, { colors }: { colors: boolean }): string {
  const { data } = encode(text, { ecc: 'M', border: 2 })
  const ink = (row: readonly boolean[] | undefined, x: number) => (row?.[x] ?? false) === colors
  const lines = Array.from({ length: Math.ceil(data.length / 2) }, (_, line) => {
    const [upper, lower] = [data[2 * line], data[2 * line + 1]]
    return data.map((_, x) => ' ▄▀█'[(ink(upper, x) ? 2 : 0) + (ink(lower, x) ? 1 : 0)]).join('')
  })
  return lines.map((line) => `  ${colors ? `${black}${line}${reset}` : line}`).join('\n')
}
