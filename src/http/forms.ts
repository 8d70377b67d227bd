import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/errors.ts'
import { limits } from '#contract/fields.ts'

/** Forms that may be on their way at once. Each may fill as much memory as a file may have. */
const room = { all: 16, unknown: 4, each: 3 }
/** Boundaries, headers and small fields around the file. */
const wrapping = 64 * 1024

/** Who a token belongs to, as far as the room for forms cares. */
export type Known = (token: string) => Promise<number | undefined>

/** Whatever `register` adds takes forms; everything else goes on refusing them. */
export function takeForms(server: FastifyInstance, known: Known, register: (scope: FastifyInstance) => void): void {
  const room = new Room()
  void server.register(async (scope) => {
    await scope.register(multipart, {
      limits: { fileSize: limits.upload, files: 1, fields: 10, parts: 11, fieldSize: 8192, fieldNameSize: 100 },
    })
    scope.addHook('preValidation', async (request) => {
      if (request.isMultipart()) request.body = await readForm(request, room, known)
    })
    register(scope)
  })
}

/** The fields of a form; its file becomes bytes. Nothing is written to disk, and nothing of it outlives the request. */
async function readForm(request: FastifyRequest, room: Room, known: Known): Promise<Record<string, unknown>> {
  if (Number(request.headers['content-length'] ?? 0) > limits.upload + wrapping) throw new Refusal('too_large')
  const fields: Record<string, unknown> = Object.create(null)
  const place = room.enter()
  try {
    for await (const part of request.parts()) {
      if (part.fieldname in fields) throw new Refusal('bad_input', { field: part.fieldname, flaw: 'given_twice' })
      if (part.type === 'field') {
        if (part.valueTruncated) throw new Refusal('too_large')
        fields[part.fieldname] = part.value
        continue
      }
      const token = fields['token'] ?? tokenElsewhere(request)
      if (typeof token === 'string') {
        const person = await known(token)
        if (person === undefined) throw new Refusal('not_logged_in')
        place.recognise(person)
      }
      // Only the file that is asked for takes up memory.
      fields[part.fieldname] = await part.toBuffer()
    }
    return fields
  } catch (error) {
    // What is still on its way is read and thrown away, so that the answer arrives.
    request.raw.unpipe()
    request.raw.resume()
    throw asOurs(error)
  } finally {
    place.leave()
  }
}

function tokenElsewhere(request: FastifyRequest): unknown {
  const { token } = request.query as Record<string, unknown>
  return token ?? /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

function asOurs(error: unknown): unknown {
  if (error instanceof Refusal) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/TOO_LARGE|LIMIT/.test(code)) return new Refusal('too_large', undefined, { cause: error })
  return new Refusal('bad_input', { field: 'file', flaw: 'not_a_file' }, { cause: error })
}

/** Counts the forms on their way, so that they cannot fill the memory: in all, of strangers, and of each person. */
class Room {
  #all = 0
  #unknown = 0
  readonly #each = new Map<number, number>()

  enter(): { recognise(person: number): void; leave(): void } {
    if (this.#all >= room.all || this.#unknown >= room.unknown) throw new Refusal('overloaded', { seconds: 1 })
    this.#all += 1
    this.#unknown += 1
    let person: number | undefined
    return {
      recognise: (who) => {
        if (person !== undefined) return
        const already = this.#each.get(who) ?? 0
        if (already >= room.each) throw new Refusal('too_many_requests', { seconds: 5 })
        person = who
        this.#unknown -= 1
        this.#each.set(who, already + 1)
      },
      leave: () => {
        this.#all -= 1
        if (person === undefined) this.#unknown -= 1
        else {
          const left = (this.#each.get(person) ?? 1) - 1
          if (left === 0) this.#each.delete(person)
          else this.#each.set(person, left)
        }
      },
    }
  }
}
