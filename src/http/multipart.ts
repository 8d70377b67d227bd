import { Refusal } from '#contract/errors.ts'
import { limits } from '#contract/fields.ts'
import { GrowingBuffer } from './growing-buffer.ts'

/** Sizes in bytes. */
export const formLimits = {
  file: limits.upload,
  parts: 11,
  /** The headers of one part. */
  headers: 4096,
  /** One text. */
  text: 8192,
  /** The whole form without the file's bytes. */
  besides: 64 * 1024,
}
export type FormLimits = { readonly [Name in keyof typeof formLimits]: number }
export const formBytes = ({ file, besides }: FormLimits): number => file + besides

const newLine = Buffer.from('\r\n')
const blankLine = Buffer.from('\r\n\r\n')
/** The maximum length of a delimiter's line. */
const lineEnd = 100
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The boundary in the content type of a form. */
export function boundaryOf(contentType: string): string | undefined {
  const found = /^multipart\/form-data *;(?:.*;)? *boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70})) *(?:;|$)/i.exec(
    contentType,
  )
  return found?.[1] ?? found?.[2]
}

/**
 * Parses a form (RFC 7578) as its bytes arrive. `add` parses or refuses them, and `end` says that nothing follows. All bytes are kept in
 * one buffer, and the file is a view of it.
 *
 * The result must not depend on how the bytes are grouped. So a limit is compared with the parsed size of a part, or with the least it will
 * have, and never with bytes that happened to arrive beyond it.
 */
export class MultipartParser {
  /** Texts by name, and the file as bytes once it is complete. */
  readonly fields: Record<string, unknown> = Object.create(null)
  /** The last part is complete. Bytes after it are ignored. */
  complete = false
  fileBegun = false
  readonly #delimiter: Buffer
  /** Begins with a line break, so that the first delimiter looks like the others. */
  readonly #received: GrowingBuffer
  readonly #most: FormLimits
  #reading: 'content' | 'delimiter' | 'headers' = 'content'
  /** Start of the headers or the content being read. */
  #start = newLine.length
  /** The search for the next separator begins here. */
  #searched = 0
  /** The part being read. Undefined before the first delimiter. */
  #part: { readonly name: string; readonly isFile: boolean } | undefined
  #parts = 0
  #fileSize = 0

  constructor(boundary: string, most: FormLimits) {
    this.#most = most
    this.#received = new GrowingBuffer(newLine.length + formBytes(most))
    this.#delimiter = Buffer.from(`\r\n--${boundary}`)
    this.#received.add(newLine)
  }

  /** Allocated memory. */
  get size(): number {
    return this.#received.size
  }

  add(bytes: Uint8Array): void {
    if (this.complete) return
    const room = newLine.length + formBytes(this.#most) - this.#received.length
    this.#received.add(bytes.subarray(0, room))
    while (!this.complete && this.#step());
    // Checked last, because the form may have ended, or been refused, before it was too long.
    if (!this.complete && bytes.length > room) throw new Refusal('too_large')
  }

  /** Nothing follows. A body without content is an empty form. */
  end(): void {
    if (!this.complete && this.#received.length > newLine.length) throw new Refusal('bad_request')
  }

  /** Parses one delimiter, headers or content. Returns false if it needs more bytes. */
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
    const size = Math.max((end ?? this.#minEnd(this.#delimiter)) - this.#start, 0)
    const isFile = this.#part?.isFile ?? false
    if (isFile && this.#received.length > this.#start) this.fileBegun = true
    if (isFile) this.#fileSize = size
    if (this.#part && size > (isFile ? most.file : most.text)) throw new Refusal('too_large')
    if (this.#start + size - this.#fileSize > most.besides + newLine.length) throw new Refusal('too_large')
    if (end === undefined) return false
    if (this.#part) this.fields[this.#part.name] = this.#valueOf(this.#start, this.#start + size)
    this.#begin('delimiter', end + this.#delimiter.length)
    return true
  }

  /** Two dashes after a delimiter end the form. Otherwise its line ends, perhaps after blanks. */
  #afterDelimiter(): boolean {
    const text = this.#received.bytes.toString(
      'latin1',
      this.#start,
      Math.min(this.#received.length, this.#start + lineEnd),
    )
    if (text.startsWith('--')) this.complete = true
    if (this.complete || (text.length < lineEnd && /^(-|[ \t]*\r?)$/.test(text))) return false
    const blanks = /^[ \t]*(?=\r\n)/.exec(text)
    if (!blanks) throw new Refusal('bad_request')
    // The line break is kept, because without headers it is the first half of the blank line.
    this.#begin('headers', this.#start + blanks[0].length)
    return true
  }

  #headers(): boolean {
    const end = this.#find(blankLine)
    if ((end ?? this.#minEnd(blankLine)) - this.#start > this.#most.headers) throw new Refusal('too_large')
    if (end === undefined) return false
    this.#parts += 1
    if (this.#parts > this.#most.parts) throw new Refusal('too_large')
    this.#part = partOf(decoded(this.#received.bytes.subarray(this.#start, end)))
    const { name, isFile } = this.#part
    if (name in this.fields) throw new Refusal('bad_input', { field: name, flaw: 'given_twice' })
    if (isFile && this.#fileSize > 0) throw new Refusal('too_large')
    // The line break after the headers may belong to the next delimiter, if there is no content.
    this.#begin('content', end + blankLine.length, end + newLine.length)
    return true
  }

  #valueOf(start: number, end: number): Uint8Array | string {
    const bytes = this.#received.bytes.subarray(start, end)
    return this.#part?.isFile ? bytes : decoded(bytes)
  }

  #begin(reading: 'content' | 'delimiter' | 'headers', start: number, searched = start): void {
    this.#reading = reading
    this.#start = start
    this.#searched = searched
  }

  /** The earliest place at which a separator could begin that is not complete yet. */
  #minEnd(wanted: Buffer): number {
    return this.#received.length - wanted.length + 1
  }

  #find(wanted: Buffer): number | undefined {
    const at = this.#received.bytes.indexOf(wanted, this.#searched)
    if (at >= 0) return at
    this.#searched = Math.max(this.#searched, this.#received.length - wanted.length + 1)
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

/** The name of a part, and whether it is a file. A part without a name is refused. */
function partOf(headers: string): { name: string; isFile: boolean } {
  const line = /^content-disposition *: *form-data *(;.*)$/im.exec(headers)?.[1] ?? ''
  const parameters = new Map<string, string>()
  for (const [, key = '', quoted, bare = ''] of line.matchAll(
    /; *([\w*-]+) *= *(?:"((?:[^"\\]|\\.)*)"|([^;" ]*)) */gy,
  )) {
    if (parameters.has(key.toLowerCase())) throw new Refusal('bad_request')
    parameters.set(key.toLowerCase(), quoted ?? bare)
  }
  const name = parameters.get('name')
  if (!name) throw new Refusal('bad_request')
  return { name, isFile: parameters.has('filename') || parameters.has('filename*') }
}
