import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'

const dist = join(import.meta.dirname, '../../web/dist')

interface Chunk {
  readonly file: string
  readonly name?: string
  readonly isDynamicEntry?: boolean
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

const manifest = (): Record<string, Chunk> => JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))

/** A chunk and all that the browser must have before it runs. */
function withImports(chunks: Record<string, Chunk>, name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen
  seen.add(name)
  for (const next of chunks[name]?.imports ?? []) withImports(chunks, next, seen)
  return seen
}

const gzipped = (file: string) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length

test('the first load of the portal is at most 140 KB of JavaScript and 12 KB of style', () => {
  const chunks = manifest()
  const first = [...withImports(chunks, 'index.html')].flatMap((name) => chunks[name] ?? [])
  const script = first.reduce((sum, { file }) => sum + gzipped(file), 0)
  const style = first.flatMap(({ css = [] }) => css).reduce((sum, file) => sum + gzipped(file), 0)
  assert.ok(script > 50_000, 'something was measured')
  assert.ok(script <= 140 * 1024, `${script} bytes of JavaScript`)
  assert.ok(style <= 12 * 1024, `${style} bytes of style`)
})

test('the first load has neither code for members and administrators nor the schemas of the interface', () => {
  const chunks = manifest()
  const first = [...withImports(chunks, 'index.html')].map((name) => chunks[name]?.file ?? '')
  const text = first.map((file) => readFileSync(join(dist, file), 'utf8')).join('')
  // Words of the console, of the desk, and of a schema; each is known to stand in the code they come from.
  for (const word of ['Who did what, and when', 'Time for a cup of tea', 'patternProperties']) {
    assert.ok(!text.includes(word), `"${word}" is in the first load`)
  }
  for (const page of ['pages/console/Console.tsx', 'pages/desk/Desk.tsx']) {
    assert.ok(chunks[page], `${page} is a chunk of its own`)
    assert.ok(!first.includes(chunks[page]?.file ?? ''))
  }
})

test('code that only the desk needs is loaded by its pages only', () => {
  const chunks = manifest()
  const own = Object.keys(chunks).filter((name) => chunks[name]?.name === 'desk')
  assert.equal(own.length, 1)
  const starts = Object.keys(chunks).filter((name) => chunks[name]?.isDynamicEntry)
  const loading = starts.filter((name) => own.some((one) => withImports(chunks, name).has(one)))
  assert.ok(loading.includes('pages/desk/queue/Queue.tsx'))
  assert.deepEqual(
    loading.filter((name) => !name.startsWith('pages/desk/')),
    [],
  )
})

test('the form for a new ticket loads at most five scripts', () => {
  const chunks = manifest()
  const scripts = [...withImports(chunks, 'pages/tickets/NewTicket.tsx')]
  assert.ok(scripts.includes('index.html'), 'something was counted')
  assert.ok(scripts.length <= 5, scripts.join(', '))
})

test('the style sheets include every component that the pages use', () => {
  const web = join(import.meta.dirname, '../../web')
  const styles = ['mantine.css', 'mantine-rest.css'].map((name) => readFileSync(join(web, name), 'utf8')).join('')
  const sources = globSync(join(web, '{*,components/**/*,pages/**/*}.tsx')).map((file) => readFileSync(file, 'utf8'))
  const used = sources.flatMap((source) =>
    [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names = '']) => names.split(/,\s*/)),
  )
  const styled = (name: string) => existsSync(join(web, `../node_modules/@mantine/core/styles/${name}.css`))
  const missing = used.map((name) => name.trim()).filter((name) => styled(name) && !styles.includes(`/${name}.css"`))
  assert.ok(used.includes('Button'), 'something was looked at')
  assert.deepEqual([...new Set(missing)], [])
})
