import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

/** A password as it is stored: argon2id in the usual notation, salt included. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive('argon2id', { message: password, nonce, ...cost })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(nonce)}$${unpadded(tag)}`
}

/**
 * Whether this is the password. With no hash to compare (unknown student id, no password set) it works as long for
 * nothing, so that nobody can tell by the time.
 */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
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
  const actual = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length || cost.tagLength,
  })
  return found !== null && timingSafeEqual(actual, expected)
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
