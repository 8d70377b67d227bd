import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints } from '#contract/index.ts'
import { testFiles } from '../../scripts/conformance-page.ts'

// Tests fetch pictures at the addresses that an upload answers.
const calledByAddress = 'media.picture'

test('every endpoint of the contract is called by a test over HTTP, by the typed client or by its path', () => {
  const sources = testFiles().flatMap(({ path, source }) => (path.startsWith('test/api/') ? [source] : []))
  const uncalled = endpoints().filter(({ name, endpoint }) => {
    const path = RegExp.escape(endpoint.path).replace(/:\w+/, '[^/]+')
    const call = new RegExp(`\\.${RegExp.escape(name)}\\b|['"\`]${path}(?=['"\`?])`)
    return name !== calledByAddress && !sources.some((source) => call.test(source))
  })
  assert.deepEqual(
    uncalled.map(({ name }) => name),
    [],
  )
})
