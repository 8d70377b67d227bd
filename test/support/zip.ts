import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipFile {
  readonly name: string
  readonly content: string | Uint8Array
  /** Not compressed. */
  readonly stored?: boolean
  /** Wrong values for both headers. */
  readonly claims?: {
    readonly crc?: number
    readonly packed?: number
    readonly unpacked?: number
    readonly method?: number
  }
  /** The offset in the directory. */
  readonly at?: number
  readonly flags?: number
}

/** Builds a ZIP, also an invalid one. With `streamed`, sizes follow each file, as programs write them that do not know them in advance. */
export function zipOf(files: readonly ZipFile[], { streamed = false, comment = '' } = {}): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const file of files) {
    const name = Buffer.from(file.name)
    const content = Buffer.from(file.content)
    const body = file.stored ? content : deflateRawSync(content)
    const {
      crc = crc32(content),
      packed = body.length,
      unpacked = content.length,
      method = file.stored ? 0 : 8,
    } = file.claims ?? {}
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE((file.flags ?? 0) | (streamed ? 8 : 0), 2)
    fields.writeUInt16LE(method, 4)
    fields.writeUInt32LE(0x5a_61_00_00, 6)
    const sizes = Buffer.alloc(12)
    sizes.writeUInt32LE(crc, 0)
    sizes.writeUInt32LE(packed, 4)
    sizes.writeUInt32LE(unpacked, 8)
    fields.writeUInt16LE(name.length, 22)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    fields.copy(local, 4)
    if (!streamed) sizes.copy(local, 14)
    const behind = streamed ? Buffer.concat([Buffer.from('PK\x07\x08', 'latin1'), sizes]) : Buffer.alloc(0)
    parts.push(local, name, body, behind)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(20, 4)
    fields.copy(central, 6)
    sizes.copy(central, 16)
    central.writeUInt32LE(file.at ?? offset, 42)
    directory.push(central, name)
    offset += local.length + name.length + body.length + behind.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([...parts, listed, end, Buffer.from(comment, 'latin1')])
}
