import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Router } from './router.ts'

const router = new Router()
const serve = () => ({ status: 200, headers: {}, body: '' })
for (const path of ['/', '/user/info', '/media/:name', '/desk', '/desk/*']) router.add('GET', path, serve)
router.add('POST', '/user/info', serve)

test('a route is found by every valid spelling of its path, and by no other', () => {
  const routes = {
    '/': ['/', '//', '/?a', '/#a', 'http://a.example', 'HTTPS://a.example?a=/user/info'],
    '/user/info': ['/user/info', '/user/info/', '/user/info?/', '/%75ser/inf%6f', 'http://a.example:80/user/info/'],
    '/media/:name': ['/media/a', '/media/a/', '/media/a%2Fb', `/media/${'a'.repeat(100)}`],
    '/desk/*': ['/desk/a', '/desk/a/b/', '/desk/a%2Fb'],
  }
  for (const [route, urls] of Object.entries(routes))
    for (const url of urls) assert.equal(router.find('GET', url).route, route, url)
  const unknown = ['user/info', '/User/info', '/user//info', '/user/info//', '/user%2Finfo', '/%2575ser/info']
  const odd = [
    '/media',
    '/media//',
    '/media/a/b',
    `/media/${'a'.repeat(101)}`,
    '/media/%zz',
    '/desk/%ff',
    '/%',
    'ftp://a/desk',
  ]
  for (const url of [...unknown, ...odd, 'http://a:b:c/desk'])
    for (const method of ['GET', 'PUT']) {
      const { route, serve, allow } = router.find(method, url)
      assert.deepEqual([route, serve, allow], [undefined, undefined, undefined], url)
    }
})

test('a known path with a wrong method is answered with the methods that it has', () => {
  const allowed = (method: string, url: string) => router.find(method, url).allow
  assert.equal(allowed('PUT', '/user/info/?a'), 'GET, HEAD, OPTIONS, POST')
  assert.equal(allowed('OPTIONS', '/media/a'), 'GET, HEAD, OPTIONS')
  for (const method of ['OPTIONS', 'GET']) assert.equal(allowed(method, '*'), 'GET, HEAD, OPTIONS, POST')
  assert.equal(router.find('HEAD', '/user/info').serve, serve)
})

test('path parameters and query fields are decoded once, and invalid escapes stay as they are', () => {
  const { params, query } = router.find('GET', '/media/a%2Fb%252F?a=%20+%25&b&a=%zz&=c&__proto__=%E5%80%BC#d')
  assert.deepEqual({ ...params }, { name: 'a/b%2F' })
  assert.deepEqual({ ...router.find('GET', '/media/:name').params }, { name: ':name' })
  assert.deepEqual(router.find('GET', '/?a=%zz+b&&c').query, [
    ['a', '%zz b'],
    ['c', ''],
  ])
  assert.deepEqual(query, [
    ['a', '  %'],
    ['b', ''],
    ['a', '%zz'],
    ['', 'c'],
    ['__proto__', '值#d'],
  ])
})
