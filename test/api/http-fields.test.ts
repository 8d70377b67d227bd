import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertRefusal, RawConnection } from '../support/raw-connection.ts'
import { json, newTeam, type Person, type Team } from '../support/team.ts'

/** A GET request with a body, which `fetch` refuses to send. */
async function getWith(team: Team, path: string, body: string, headers = 'content-type: application/json\r\n') {
  await using wire = await RawConnection.open(
    team.url,
    `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  return await wire.answer()
}

describe('fields of a request', () => {
  let team: Team
  let ann: Person
  const name = async () => (await ann.users.info()).name
  before(async () => {
    team = await newTeam({ env: { RATE_LIMITS: 'off' } })
    ann = await team.user()
  })
  after(() => team[Symbol.asyncDispose]())
  const update = (fields: object, query: Record<string, string> = {}) =>
    team.call(`/user/update?${new URLSearchParams(query)}`, json(fields))

  test('the fields of a request are read from the body, from the query, or from both', async () => {
    assert.equal((await update({ token: ann.token, name: 'body' })).status, 200)
    assert.equal(await name(), 'body')
    assert.equal((await update({}, { token: ann.token, name: 'query' })).status, 200)
    assert.equal(await name(), 'query')
    assert.equal((await update({ name: 'both' }, { token: ann.token })).status, 200)
    assert.equal(await name(), 'both')
  })

  test('a GET request may have its fields in the body', async () => {
    const { status, body } = await getWith(team, '/user/info', JSON.stringify({ token: ann.token }))
    assert.equal(status, 200, body)
    assert.deepEqual(JSON.parse((await getWith(team, '/checklogin', JSON.stringify({ token: ann.token }))).body), {
      islogin: true,
    })
  })

  test('a body without a content type is read as JSON', async () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`f${i}`, 1]))
    assert.equal((await getWith(team, '/user/info', JSON.stringify({ token: ann.token, ...many }))).status, 413)
    assert.equal((await getWith(team, '/checklogin', JSON.stringify({ x: 'x'.repeat(16 * 1024) }))).status, 413)
    assert.equal((await getWith(team, '/user/info', JSON.stringify({ token: ann.token }), '')).status, 200)
  })

  test('an empty body counts as no body, whatever its content type', async () => {
    for (const type of [
      'application/json',
      'text/plain',
      'multipart/form-data',
      'application/x-www-form-urlencoded',
      ';;',
      'x',
    ]) {
      const headers = { 'content-type': type }
      assert.equal((await team.call(`/user/info?token=${ann.token}`, { headers })).status, 200, type)
      const post = { method: 'POST', headers }
      assert.equal((await team.call(`/user/update?token=${ann.token}&name=empty`, post)).status, 200, type)
      await using chunked = await RawConnection.open(
        team.url,
        `POST /user/update?token=${ann.token} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      )
      assert.equal((await chunked.answer()).status, 200, type)
    }
  })

  test('a field given twice in a request must have the same value', async () => {
    assert.equal((await update({ token: ann.token, name: 'same' }, { token: ann.token, name: 'same' })).status, 200)
    assert.equal((await update({ token: ann.token, name: 12 }, { name: '12' })).status, 200)
    assert.equal(await name(), '12')
    for (const response of [
      await update({ token: ann.token, name: 'a' }, { name: 'b' }),
      await update({ token: ann.token, name: null }, { name: 'b' }),
      await update({ token: ann.token, name: 1000 }, { name: '1e3' }),
      await team.call(`/user/update?name=a&name=b&token=${ann.token}`, { method: 'POST' }),
      await team.call('/user/update', json(`{"token":"${ann.token}","name":"a","name":"b"}`)),
      await team.call('/user/update', json(`{"token":"${ann.token}","name":"a","n\\u0061me":"b"}`)),
      await team.call('/user/update', json(`{"token":"${ann.token}","x":"\\\\","name":"a","name":"b"}`)),
    ])
      assert.match(await assertRefusal('bad_input', response), /name.*两次/)
    assert.equal((await team.call(`/user/update?name=a&name=a&token=${ann.token}`, { method: 'POST' })).status, 200)
    // Fields given twice in the body are compared by value.
    const twice = (fields: string) => team.call('/tickets/cancel', json(`{"token":"${ann.token}",${fields}}`))
    for (const fields of ['"id":12,"id":"12"', '"id" : "012" , "x":[{"id":1}] , "id" : 12 ', '"x":",","id":12,"x":","'])
      await assertRefusal('ticket_not_found', await twice(fields))
    for (const fields of [
      '"id":12,"id":13',
      '"id":12,"id":null',
      '"id":12,"id":[12]',
      '"x":{"a":1},"x":{"a":2},"id":12',
    ])
      await assertRefusal('bad_input', await twice(fields))
    await assertRefusal('ticket_not_found', await team.call(`/tickets/info?id=7&id=007&token=${ann.token}`))
    assert.equal((await team.call(`/user/mytickets?pageId=&token=${ann.token}`, {})).status, 200)
    // The same name in another object is another field, and a name inside a text is no field.
    const nested = `\uFEFF{"token":"${ann.token}","x":{"name":"a"},"name" :"\\\\","y":"\\",\\"name\\":","z":[{"name":1},{"name":2}]}`
    assert.equal((await team.call('/user/update', json(nested))).status, 200)
    assert.equal(await name(), '\\')
    await assertRefusal(
      'bad_input',
      await team.call('/user/update', json(`{"token":"${ann.token}","x":{"a":1,"a" :2}}`)),
    )
  })

  test('a request with two different tokens is refused, and neither token is used', async () => {
    const bob = await team.user()
    await assertRefusal('bad_input', await team.call(`/user/info?token=${ann.token}&token=${bob.token}`))
    await assertRefusal('bad_input', await update({ token: ann.token }, { token: bob.token }))
  })

  test('the bearer token is used if there is no token field', async () => {
    const headers = { authorization: `Bearer ${ann.token}` }
    assert.equal((await team.call('/user/info', { headers })).status, 200)
    assert.equal((await team.call('/user/info', { headers: { authorization: `bearer ${ann.token}` } })).status, 200)
    await assertRefusal('not_logged_in', await team.call('/user/info?token=dead', { headers }))
    await assertRefusal('not_logged_in', await team.call('/user/info?token=', { headers }))
    for (const odd of [`Basic ${ann.token}`, ann.token, 'Bearer', `Bearer ${ann.token} x`])
      await assertRefusal('not_logged_in', await team.call('/user/info', { headers: { authorization: odd } }))
  })

  test('a token must be text', async () => {
    for (const token of [[ann.token], 12, null, true, { a: ann.token }, ''])
      await assertRefusal('not_logged_in', await team.call('/user/update', json({ token, name: 'x' })))
    for (const token of [12, null, ''])
      assert.deepEqual(JSON.parse((await getWith(team, '/checklogin', JSON.stringify({ token }))).body), {
        islogin: false,
      })
  })

  test('unknown fields of a request are ignored', async () => {
    const before = await ann.users.info()
    const extra = {
      id: 1,
      personId: 1,
      member_id: 1,
      admin: 1,
      role: 'admin',
      lang: 'zh_CN',
      constructor: { prototype: { a: 1 } },
    }
    assert.equal((await update({ token: ann.token, ...extra })).status, 200)
    assert.deepEqual(await ann.users.info(), before)
    assert.equal(({} as { a?: unknown }).a, undefined)
    await assert.rejects(team.as(ann.token).users.report({} as { content: string }), { code: 'bad_input' })
  })

  test('an answer does not repeat an unknown field name of a request', async () => {
    const long = 'x'.repeat(8000)
    const form = (name: string) =>
      ['a', 'b'].map((value) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join('')
    const upload = (name: string) =>
      team.call('/upload', {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=x', 'accept-language': 'en' },
        body: `${form(name)}--x--\r\n`,
      })
    const en = { headers: { 'accept-language': 'en' } }
    for (const name of [long, 'made-up', 'toString', 'a\u0000b', 'ü', '名']) {
      const encoded = encodeURIComponent(name)
      const answers = [
        await team.call(`/duty/info?${encoded}=1&${encoded}=2`, en),
        await team.call(`/login?${encoded}=1`, json({ [name]: 2, code: 'ann' }, en.headers)),
        await team.call('/login', json(`{"x":{${JSON.stringify(name)}:1,${JSON.stringify(name)}:2}}`, en.headers)),
      ]
      if (name === 'made-up') answers.push(await upload(name))
      for (const answer of answers) {
        assert.equal(answer.headers.get('x-error-field'), null)
        assert.equal(answer.headers.get('x-error-flaw'), 'given_twice')
        assert.equal(await assertRefusal('bad_input', answer), 'A field is given twice with different values.')
      }
    }
    const ours = await team.call('/duty/info?token=1&token=2', en)
    assert.equal(ours.headers.get('x-error-field'), 'token')
    assert.equal(await assertRefusal('bad_input', ours), 'token is given twice with different values.')
  })

  test('numbers, nulls and blanks are converted only where their meaning is clear', async () => {
    const { token } = ann
    const create = (fields: object) =>
      team.call('/tickets/create', json({ token, type: 0, device: 'kettle', ...fields }))
    assert.equal(
      (await create({ type: '1', deviceModel: null, owner: null, phone: null, accessories: null })).status,
      200,
    )
    for (const fields of [{ device: ' \u3000' }, { device: null }, { device: 12 }, { type: null }, { type: true }])
      assert.equal((await create(fields)).headers.get('x-error-field'), Object.keys(fields)[0])
    for (const odd of ['true', '[0]', '1.5', '0x1', '1e0', '9007199254740993'])
      await assertRefusal(
        'bad_input',
        await team.call(`/tickets/create?token=${token}&type=${odd}`, json({ device: 'x' })),
      )
    for (const content of ['', ' \n\t', '\u200b']) {
      const refused = await team.call('/report', json({ token, content }))
      await assertRefusal('bad_input', refused)
      const detail = (name: string) => refused.headers.get(`x-error-${name}`)
      assert.deepEqual(['field', 'flaw', 'limit'].map(detail), ['content', 'too_short', '1'])
    }
    const paged = await team.call(`/user/mytickets?pageId=&count=&token=${token}`)
    const { data } = (await paged.json()) as { data: { list: unknown[]; total: number } } // by the contract
    assert.equal(data.list.length, data.total)
    const bob = await team.member('Bob')
    for (const field of ['week', 'shift'])
      for (const [value, flaw] of [
        [1.5, 'not_text'],
        [true, 'not_text'],
        [[1], 'not_text'],
        [' ', 'too_short'],
      ] as const) {
        const asked = { token: bob.token, week: 1, shift: 1, conclusion: 'all well', [field]: value }
        const refused = await team.call('/member/conclusion', json(asked))
        assert.deepEqual([refused.headers.get('x-error-field'), refused.headers.get('x-error-flaw')], [field, flaw])
      }
    const leave = await team.call('/member/askleave', json({ token: bob.token, week: 1, shift: 1, substitute: null }))
    await assertRefusal('not_on_shift', leave)
    const admin = await team.admin()
    const duty = { token: admin.token, currentDuty: 0, isInDuty: false, inDutyCnt: null, place: null }
    assert.equal((await team.call('/admin/duty/update', json(duty))).status, 200)
    assert.equal((await team.anyone.duty.info()).currentDuty, '0')
  })

  test('fields that could reach a prototype are refused everywhere', async () => {
    for (const body of ['{"__proto__":{"a":1}}', '{"x":{"__proto__":1}}', '{"x":[{"\\u005f_proto__":1}]}'])
      await assertRefusal('bad_json', await team.call('/login', json(body)))
    await assertRefusal('bad_request', await team.call('/checklogin?__proto__=1'))
    assert.equal((await update({ token: ann.token, name: '"__proto__": {}' })).status, 200)
    assert.equal(await name(), '"__proto__": {}')
  })
})
