import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { pictures } from '#adapters/media/image.ts'
import { Refusal } from '#contract/errors.ts'
import { second } from '#kit/time.ts'
import { photo } from '../support/pictures.ts'
import { newTeam } from '../support/team.ts'
import { uploadForm } from '../support/tickets.ts'
import { until } from '../support/until.ts'

/** The running decoders that this process has started. */
function decoders(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? []
        return Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('decoder.ts')
      } catch {
        return false // it has ended meanwhile
      }
    })
    .map(Number)
}

describe('the decoder of pictures', { skip: process.platform === 'linux' ? false : 'looks into /proc' }, () => {
  test('the picture decoder starts when needed, and its crash ends nothing else', async () => {
    await using team = await newTeam()
    const ann = await team.user()
    const upload = async () => team.call('/upload', uploadForm(ann.token, await photo()))
    assert.deepEqual(decoders(), [])
    assert.equal((await upload()).status, 200)
    const [first = Number.NaN, ...others] = decoders()
    assert.deepEqual(others, [])
    // Its environment contains no secrets.
    assert.equal(readFileSync(`/proc/${first}/environ`, 'latin1').includes('TEST_POSTGRES'), false)
    // It is killed while idle.
    process.kill(first, 'SIGKILL')
    await until(async () => (await upload()).status === 200)
    await team[Symbol.asyncDispose]()
    await until(() => decoders().length === 0)
  })

  test('a picture decoder that hangs is killed, and another decodes the next picture', async () => {
    using some = pictures()
    const picture = await photo()
    await some.clean(picture)
    const [only = Number.NaN] = decoders()
    process.kill(only, 'SIGSTOP')
    await until(() => stateOf(only) === 'T')
    const hanging = assert.rejects(
      some.clean(picture),
      (error) => error instanceof Refusal && error.code === 'overloaded',
    )
    process.kill(only, 'SIGKILL')
    await hanging
    assert.equal((await some.clean(picture)).extension, 'jpg')
  })

  test('the picture decoder has a limited queue with places reserved for members', async () => {
    using busy = pictures({ waiting: 1 })
    const picture = await photo()
    const users = [busy.clean(picture), busy.clean(picture), busy.clean(picture)]
    await assert.rejects(busy.clean(picture), (error) => error instanceof Refusal && error.code === 'overloaded')
    const all = await Promise.all([...users, busy.clean(picture, true)])
    assert.deepEqual(
      all.map(({ extension }) => extension),
      ['jpg', 'jpg', 'jpg', 'jpg'],
    )
  })

  test('a picture decoder that takes too long is killed and replaced', async () => {
    using impatient = pictures({ timeLimitMs: 1 })
    const picture = await photo()
    for (let i = 0; i < 3; i += 1)
      await assert.rejects(impatient.clean(picture), (error) => error instanceof Refusal && error.code === 'overloaded')
    await until(() => decoders().length === 0)
    using patient = pictures()
    assert.equal((await patient.clean(picture)).extension, 'jpg')
  })

  test('an idle picture decoder that is closing gets no more pictures', async (t) => {
    using seldom = pictures()
    const picture = await photo()
    t.mock.timers.enable({ apis: ['setTimeout'] })
    await seldom.clean(picture)
    assert.ok(
      !process.getActiveResourcesInfo().includes('ProcessWrap'),
      'the decoder does not keep the process running',
    )
    t.mock.timers.tick(10 * second)
    assert.equal((await seldom.clean(picture)).extension, 'jpg')
  })

  test('two pictures are decoded at once, and others wait', async () => {
    using some = pictures()
    const large = await photo(1500, 1500)
    const work = Promise.all(Array.from({ length: 6 }, () => some.clean(large)))
    assert.ok(decoders().length <= 2)
    assert.equal((await work).length, 6)
    assert.ok(decoders().length <= 2)
    await some.check()
  })

  test('the picture decoder opens only JPEG, PNG, WebP and GIF', async () => {
    using some = pictures()
    const plain = sharp({ create: { width: 16, height: 16, channels: 3, background: '#369' } })
    for (const bytes of [
      await plain.tiff().toBuffer(),
      await plain.avif().toBuffer(),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      Buffer.from('P3 1 1 255 0 0 0'),
    ]) {
      await assert.rejects(some.clean(bytes), { message: 'bad_input' })
      // A file that starts like a GIF reaches no other loader either.
      await assert.rejects(some.clean(Buffer.concat([Buffer.from('GIF89a'), bytes])), { message: 'bad_input' })
    }
    assert.equal((await some.clean(await plain.png().toBuffer())).extension, 'jpg')
  })
})

const stateOf = (pid: number) => /\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1]
