import { firstBytes, TableError, type TableSource } from './source.ts'

/** By the byte order mark. */
const marks: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/**
 * The encoding by the byte order mark, or UTF-8 if the file is valid UTF-8, or that of a Chinese or western Windows. It reads the whole file,
 * because the first telling name may stand far down.
 */
export async function detectEncoding(source: TableSource): Promise<string> {
  const start = await firstBytes(source)
  const marked = marks.find(([, mark]) => mark.every((byte, i) => start[i] === byte))
  if (marked) return marked[0]
  const utf8 = new TextDecoder('utf-8')
  const pairs = new Pairs()
  let [good, bad] = [0, 0]
  for await (const piece of source.open()) {
    for (const sign of utf8.decode(piece, { stream: true }).matchAll(notAscii)) {
      if (sign[0] === replacement) bad += 1
      else good += 1
    }
    pairs.count(piece)
  }
  // Text in another encoding hardly ever looks like UTF-8. If most of it does, a few bytes are damaged, and decoding reports that.
  if (bad === 0 || good > bad) return 'utf-8'
  return pairs.chinese() ? 'gb18030' : 'windows-1252'
}

const notAscii = /[^\0-\u007F]/g
const replacement = '\uFFFD'

/**
 * Chinese characters are two bytes, nearly always both from A1 up. Western accented letters and curly quotes stand between plain letters.
 * Both are valid GB18030, so validity does not tell.
 */
class Pairs {
  #pairs = 0
  #others = 0
  /** The first byte of a possible pair, also across pieces. 0 for none. */
  #first = 0

  count(piece: Uint8Array): void {
    for (const byte of piece) {
      if (this.#first !== 0) {
        if (this.#first >= 0xa1 && byte >= 0xa1) this.#pairs += 1
        else this.#others += 1
        this.#first = 0
      } else if (byte >= 0x80) this.#first = byte
    }
  }

  chinese(): boolean {
    return this.#pairs > this.#others
  }
}

/** The text of a file in pieces, without its byte order mark. Throws on invalid bytes. */
export async function* decodeText(source: TableSource, encoding: string): AsyncGenerator<string> {
  // Windows-1252 has a character for every byte but five.
  const decoder = new TextDecoder(encoding, { fatal: encoding !== 'windows-1252' })
  const decode = (piece?: Uint8Array): string => {
    try {
      return piece ? decoder.decode(piece, { stream: true }) : decoder.decode()
    } catch (error) {
      throw new TableError('cut_off', { cause: error })
    }
  }
  for await (const piece of source.open()) yield decode(piece)
  yield decode()
}
