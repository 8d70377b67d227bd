import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Refusal } from '#contract/errors.ts'
import { Semaphore } from '#kit/semaphore.ts'

const argon = promisify(argon2)
/** At most two of the four pool threads, which also read files and resolve names. */
const turns = new Semaphore(2, 32)

async function derive(password: string, parameters: Omit<Parameters<typeof argon>[1], 'message'>, first: boolean) {
  const derived = turns.run(() => argon('argon2id', { message: password, ...parameters }), first)
  if (!derived) throw new Refusal('overloaded', { seconds: 5 })
  return derived
}

const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive(password, { nonce, ...cost }, true)
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(nonce)}$${unpadded(tag)}`
}

/**
 * Takes the same time without a stored hash, so that the time reveals nothing. With `first` it goes to the head of the
 * queue, so that strangers cannot keep a member out by queueing up.
 */
export async function isPassword(password: string, stored: string | undefined, first = false): Promise<boolean> {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(stored ?? '')
  const [
    ,
    memory = cost.memory,
    passes = cost.passes,
    parallelism = cost.parallelism,
    salt = 'AAAAAAAAAAAAAAAAAAAAAA',
    tag,
  ] = found ?? []
  const expected = Buffer.from(tag ?? '', 'base64')
  const parameters = {
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length || cost.tagLength,
  }
  const actual = await derive(password, parameters, first)
  return found !== null && timingSafeEqual(actual, expected)
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
