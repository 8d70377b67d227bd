import { promisify } from 'node:util'
import { crc32, deflateRaw, deflateRawSync } from 'node:zlib'

const deflated = promisify(deflateRaw)

/** 1 January 1980, so that the same files always give the same bytes. */
const date = (1 << 5) | 1
const deflate = 8
const utf8Names = 0x0800
const version = 20
const small = 1 << 16

/** Large files are compressed in the thread pool. */
export async function zipped(files: ReadonlyMap<string, Uint8Array>): Promise<Buffer> {
  const entries = await Promise.all([...files].map(([name, content]) => entryOf(Buffer.from(name), content)))
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, fields, body } of entries) {
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    fields.copy(local, 4)
    parts.push(local, name, body)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(version, 4)
    fields.copy(central, 6)
    central.writeUInt32LE(offset, 42)
    directory.push(central, name)
    offset += local.length + name.length + body.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, listed, end])
}

/** `fields` are those that both headers share. */
async function entryOf(name: Buffer, content: Uint8Array): Promise<{ name: Buffer; fields: Buffer; body: Buffer }> {
  // Level 1, because higher levels take three times as long for a tenth less. Small files finish before a thread would
  // start.
  const body = content.length < small ? deflateRawSync(content, { level: 1 }) : await deflated(content, { level: 1 })
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(version, 0)
  fields.writeUInt16LE(utf8Names, 2)
  fields.writeUInt16LE(deflate, 4)
  fields.writeUInt16LE(date, 8)
  fields.writeUInt32LE(crc32(content), 10)
  fields.writeUInt32LE(body.length, 14)
  fields.writeUInt32LE(content.length, 18)
  fields.writeUInt16LE(name.length, 22)
  return { name, fields, body }
}
