import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserName } from './browser-names.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test('a device is named by its browser and system, never by its raw user agent', () => {
  const named = {
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/131.0.0.0 Safari/537.36`]: 'Chrome, Windows',
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/131.0.0.0 Safari/537.36 Edg/131.0`]: 'Edge, Windows',
    'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0': 'Firefox, Linux',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1':
      'Safari, iPhone',
    [`Mozilla/5.0 (Linux; Android 14) ${webkit} Version/4.0 Chrome/116.0 Mobile Safari/537.36 MicroMessenger/8.0.49 MiniProgramEnv/android`]:
      'WeChat, Android',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15':
      'Safari, macOS',
    'something on Linux': 'Linux',
    'curl/8.5.0': '',
    '<script>alert(1)</script>': '',
  }
  for (const [userAgent, device] of Object.entries(named)) assert.equal(browserName(userAgent), device)
  assert.equal(browserName(undefined), '')
})
