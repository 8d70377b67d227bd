import { Refusal } from '#contract/errors.ts'
import { limits } from '#contract/fields.ts'
import { GrowingBuffer } from './growing-buffer.ts'

/** How large a form may be, in bytes, and how many parts it may have. */
export interface FormLimits {
  readonly file: number
  readonly parts: number
  /** The headers of one part. */
  readonly headers: number
  /** One text. */
  readonly text: number
  /** Everything but the bytes of the file. */
  readonly besides: number
}
export const formLimits: FormLimits = {
  file: limits.upload,
  parts: 11,
  headers: 4096,
  text: 8192,
  besides: 64 * 1024,
}
/** The longest form that these limits allow. */
export const formBytes = ({ file, besides }: FormLimits): number => file + besides

const newLine = Buffer.from('\r\n')
const blankLine = Buffer.from('\r\n\r\n')
/** The line of a delimiter ends within so many bytes after it. */
const lineEnd = 100
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The boundary that a content type names, if it is that of a form at all. */
export function boundaryOf(contentType: string): string | undefined {
  const found = /^multipart\/form-data *;(?:.*;)? *boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70})) *(?:;|$)/i.exec(
    contentType,
  )
  return found?.[1] ?? found?.[2]
}

/**
 * Reads a form (RFC 7578) as its bytes come. There is nothing to wait for in here: whatever comes is understood, is refused, or needs
 * more to follow, and `end` says that nothing follows. What came is kept in one piece, of which the file is a view.
 *
 * The result must not depend on how the bytes are grouped. So a limit is compared with what has been read as a part of the form, or with the
 * least that it will be, and never with what happened to arrive beyond it.
 */
export class MultipartParser {
  /** Texts by name; the file as bytes, once all of it is there. */
  readonly fields: Record<string, unknown> = Object.create(null)
  /** The last part has come; whatever follows means nothing. */
  complete = false
  /** Bytes of the file have come. */
  fileBegun = false
  readonly #delimiter: Buffer
  /** Begins with a line break, so that the first delimiter looks like the others. */
  readonly #came: GrowingBuffer
  readonly #most: FormLimits
  #reading: 'content' | 'delimiter' | 'headers' = 'content'
  /** Where the headers or the content begin that are being read. */
  #start = newLine.length
  /** Up to here nothing has been found of what is looked for. */
  #searched = 0
  /** What is being read; nothing before the first delimiter. */
  #part: { readonly name: string; readonly isFile: boolean } | undefined
  #parts = 0
  #fileSize = 0

  constructor(boundary: string, most: FormLimits) {
    this.#most = most
    this.#came = new GrowingBuffer(newLine.length + formBytes(most))
    this.#delimiter = Buffer.from(`\r\n--${boundary}`)
    this.#came.add(newLine)
  }

  /** How much memory it takes. */
  get size(): number {
    return this.#came.size
  }

  add(bytes: Uint8Array): void {
    if (this.complete) return
    const room = newLine.length + formBytes(this.#most) - this.#came.length
    this.#came.add(bytes.subarray(0, room))
    while (!this.complete && this.#step()) {
      // as far as what came goes
    }
    // Last, because the form may have ended, or be refused for another reason, before it was too long.
    if (!this.complete && bytes.length > room) throw new Refusal('too_large')
  }

  /** Nothing more comes. A form without any content is an empty one. */
  end(): void {
    if (!this.complete && this.#came.length > newLine.length) throw new Refusal('bad_request')
  }

  /** Reads on by one delimiter, one part's headers or one part's content; `false` where more has to come first. */
  #step(): boolean {
    switch (this.#reading) {
      case 'content':
        return this.#content()
      case 'delimiter':
        return this.#afterDelimiter()
      case 'headers':
        return this.#headers()
    }
  }

  #content(): boolean {
    const most = this.#most
    const end = this.#find(this.#delimiter)
    const size = Math.max((end ?? this.#leastEnd(this.#delimiter)) - this.#start, 0)
    const isFile = this.#part?.isFile ?? false
    if (isFile && this.#came.length > this.#start) this.fileBegun = true
    if (isFile) this.#fileSize = size
    if (this.#part && size > (isFile ? most.file : most.text)) throw new Refusal('too_large')
    if (this.#start + size - this.#fileSize > most.besides + newLine.length) throw new Refusal('too_large')
    if (end === undefined) return false
    if (this.#part) this.fields[this.#part.name] = this.#valueOf(this.#start, this.#start + size)
    this.#begin('delimiter', end + this.#delimiter.length)
    return true
  }

  /** Two dashes after a delimiter end the form; else its line ends, maybe after blanks. */
  #afterDelimiter(): boolean {
    const text = this.#came.bytes.toString('latin1', this.#start, Math.min(this.#came.length, this.#start + lineEnd))
    if (text.startsWith('--')) this.complete = true
    if (this.complete || (text.length < lineEnd && /^(-|[ \t]*\r?)$/.test(text))) return false
    const blanks = /^[ \t]*(?=\r\n)/.exec(text)
    if (!blanks) throw new Refusal('bad_request')
    // The line break stays: where there are no headers, it is the first half of the blank line.
    this.#begin('headers', this.#start + blanks[0].length)
    return true
  }

  #headers(): boolean {
    const end = this.#find(blankLine)
    if ((end ?? this.#leastEnd(blankLine)) - this.#start > this.#most.headers) throw new Refusal('too_large')
    if (end === undefined) return false
    this.#parts += 1
    if (this.#parts > this.#most.parts) throw new Refusal('too_large')
    this.#part = partOf(decoded(this.#came.bytes.subarray(this.#start, end)))
    const { name, isFile } = this.#part
    if (name in this.fields) throw new Refusal('bad_input', { field: name, flaw: 'given_twice' })
    if (isFile && this.#fileSize > 0) throw new Refusal('too_large')
    // A part without content may end with the line break that ends its headers.
    this.#begin('content', end + blankLine.length, end + newLine.length)
    return true
  }

  #valueOf(start: number, end: number): Uint8Array | string {
    const bytes = this.#came.bytes.subarray(start, end)
    return this.#part?.isFile ? bytes : decoded(bytes)
  }

  #begin(reading: 'content' | 'delimiter' | 'headers', start: number, searched = start): void {
    this.#reading = reading
    this.#start = start
    this.#searched = searched
  }

  /** What is looked for has not come yet; it may begin here at the earliest, in the bytes that came last. */
  #leastEnd(wanted: Buffer): number {
    return this.#came.length - wanted.length + 1
  }

  #find(wanted: Buffer): number | undefined {
    const at = this.#came.bytes.indexOf(wanted, this.#searched)
    if (at >= 0) return at
    this.#searched = Math.max(this.#searched, this.#came.length - wanted.length + 1)
    return undefined
  }
}

function decoded(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw new Refusal('bad_request', undefined, { cause })
  }
}

/** What a part's headers say of it. One without a name is nothing that a form has. */
function partOf(headers: string): { name: string; isFile: boolean } {
  const line = /^content-disposition *: *form-data *(;.*)$/im.exec(headers)?.[1] ?? ''
  const said = new Map<string, string>()
  for (const [, key = '', quoted, bare = ''] of line.matchAll(
    /; *([\w*-]+) *= *(?:"((?:[^"\\]|\\.)*)"|([^;" ]*)) */gy,
  )) {
    if (said.has(key.toLowerCase())) throw new Refusal('bad_request')
    said.set(key.toLowerCase(), quoted ?? bare)
  }
  const name = said.get('name')
  if (!name) throw new Refusal('bad_request')
  return { name, isFile: said.has('filename') || said.has('filename*') }
}
