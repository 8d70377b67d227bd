import assert from 'node:assert/strict'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { clientAddressFinder } from './request.ts'

function address(trusted: readonly string[], remoteAddress: string | undefined, forwarded?: string): string {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress })
  const request = new IncomingMessage(socket)
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded
  return clientAddressFinder(trusted)(request)
}

test('only a trusted proxy may say which address a request came from', () => {
  const proxies = ['127.0.0.1', '10.0.0.0/8', 'fd00::/8']
  assert.equal(address([], '127.0.0.1', '1.2.3.4'), '127.0.0.1')
  assert.equal(address(proxies, '1.2.3.4', '5.6.7.8'), '1.2.3.4')
  for (const proxy of ['127.0.0.1', '::ffff:127.0.0.1', '10.255.0.1', 'fd00::1'])
    assert.equal(address(proxies, proxy, '1.2.3.4'), '1.2.3.4', proxy)
  for (const stranger of ['127.0.0.2', '11.0.0.1', 'fe00::1', '::1'])
    assert.equal(address(proxies, stranger, '1.2.3.4'), stranger)
  assert.equal(address(proxies, '127.0.0.1', '6.6.6.6, 1.2.3.4 ,, 10.0.0.1'), '1.2.3.4')
  assert.equal(address(proxies, '127.0.0.1', '10.0.0.2, 10.0.0.1'), '10.0.0.2')
  for (const header of [undefined, '', ' , ']) assert.equal(address(proxies, '127.0.0.1', header), '127.0.0.1')
  assert.equal(address(proxies, '127.0.0.1', '1.2.3.4, unknown'), 'unknown')
  assert.equal(address(proxies, undefined, '1.2.3.4'), '')
})
