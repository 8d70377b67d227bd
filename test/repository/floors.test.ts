import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'
import { test } from 'node:test'

// From the bottom up. Folders on one floor (a|b) do not import each other.
const floors = ['kit', 'contract', 'rules|config', 'events', 'store', 'service', 'http|adapters', 'demo', 'main']
const level = (room: string) => floors.findIndex((rooms) => rooms.split('|').includes(room))

const root = join(import.meta.dirname, '../..')
const text = (file: string) => readFileSync(join(root, file), 'utf8')
const files = globSync(['src/**/*.ts', 'demo/*.ts', 'bin/*.js'], { cwd: root }).map((file) => file.split(sep).join('/'))
/** The files of the service, without tests and their helpers. */
const program = files.filter((file) => /^(src|demo)\//.test(file) && !file.endsWith('.test.ts'))
const pages = globSync('web/**/*.{ts,tsx}', { cwd: root, exclude: ['web/dist'] }).map((file) =>
  file.split(sep).join('/'),
)
const roomOf = (file: string) => (file.startsWith('demo/') ? 'demo' : (file.split('/')[1] ?? ''))

interface Import {
  readonly file: string
  readonly spec: string
}

/** Everything a file names in an import, an export from, a dynamic import or an import type. */
const importsOf = (file: string): Import[] =>
  [...text(file).matchAll(/(?:\bfrom|^import|\bimport\()\s*'([^']+)'/gm)].map(([, spec = '']) => ({ file, spec }))
const imports: readonly Import[] = program.flatMap(importsOf)

/** The file of ours that an import means, or nothing for a package. */
function target({ file, spec }: Import): string | undefined {
  if (/^#(client|web|demo)\//.test(spec)) return spec.slice(1)
  if (spec.startsWith('#')) return `src/${spec.slice(1)}`
  return spec.startsWith('.')
    ? normalize(join(dirname(file), spec))
        .split(sep)
        .join('/')
    : undefined
}

const shown = ({ file, spec }: Import) => `${file} imports ${spec}`

test('the floors have files to check', () => {
  assert.ok(program.length > 50)
  assert.ok(imports.length > 150)
  assert.deepEqual(
    [...new Set(program.map(roomOf))].filter((room) => level(room) < 0),
    [],
    'rooms without a floor',
  )
})

test('imports go to a lower floor or stay in their own', () => {
  const wrong = imports.filter((one) => {
    const to = target(one)
    return to !== undefined && roomOf(to) !== roomOf(one.file) && level(roomOf(to)) >= level(roomOf(one.file))
  })
  assert.deepEqual(wrong.map(shown), [])
})

// From the bottom up. Above them `app.tsx` and `main.tsx` assemble the pages.
const webRooms = ['lib', 'data', 'components', 'pages']
const webRoom = (file: string) => (file.split('/').length > 2 ? roomOf(file) : 'app')
/** Pages that are composed of others: set-up is a part of the admin pages. */
const madeOf: Readonly<Record<string, readonly string[]>> = {
  'set-up': ['console'],
}
const webImports = pages
  .flatMap(importsOf)
  .map((one) => ({ one, from: one.file, to: target(one) ?? '' }))
  .filter(({ to }) => /^web\/.*\.tsx?$/.test(to))

test('imports between folders of the web go down: pages, components, data, lib', () => {
  assert.ok(webImports.length > 500)
  const height = (file: string) => [...webRooms, 'app'].indexOf(webRoom(file))
  const wrong = webImports.filter(({ from, to }) => height(from) < 0 || height(to) < 0 || height(to) > height(from))
  assert.deepEqual(
    wrong.map(({ one }) => shown(one)),
    [],
  )
})

test('pages of the web do not import each other, except those composed of others', () => {
  const pageOf = (file: string) => (webRoom(file) === 'pages' ? (file.split('/')[2] ?? '') : '')
  const others = webImports.filter(({ from, to }) => pageOf(from) && pageOf(to) && pageOf(from) !== pageOf(to))
  const wrong = others.filter(({ from, to }) => !madeOf[pageOf(from)]?.includes(pageOf(to)))
  assert.deepEqual(
    wrong.map(({ one }) => shown(one)),
    [],
  )
  const found = new Set(others.map(({ from, to }) => `${pageOf(from)} ${pageOf(to)}`))
  const listed = Object.entries(madeOf).flatMap(([page, others]) => others.map((other) => `${page} ${other}`))
  assert.deepEqual(
    listed.filter((pair) => !found.has(pair)),
    [],
    'what no longer needs an exception',
  )
})

test('no two files of the web differ only by case', () => {
  const sameName = Map.groupBy(pages, (file) => file.replace(/\.tsx?$/, '').toLowerCase())
  assert.deepEqual(
    [...sameName.values()].filter((files) => files.length > 1),
    [],
  )
})

const clients = ['client', 'web', 'miniprogram'] as const
const filesIn = (room: string) =>
  globSync(`${room}/**/*.{ts,tsx}`, { cwd: root, exclude: ['web/dist'] }).map((file) => file.split(sep).join('/'))

test('the web and the mini-program import client, which imports contract, kit and rules only', () => {
  for (const room of clients) {
    const fine = new RegExp(`^(?:${room}|client|src/(?:contract|kit|rules))/`)
    const own = filesIn(room).flatMap(importsOf)
    assert.ok(own.length > 20, room)
    const wrong = own.filter((one) => {
      const to = target(one)
      return to !== undefined && !fine.test(to)
    })
    assert.deepEqual(wrong.map(shown), [])
  }
})

test('client and mini-program need neither a browser nor Node', () => {
  const seen = new Set<string>()
  const packages = new Set<string>()
  const visit = (file: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    for (const one of importsOf(file).filter(({ spec }) => !/\s/.test(spec))) {
      const to = target(one)
      if (to) visit(to)
      else packages.add(one.spec)
    }
  }
  for (const file of [...filesIn('client'), ...filesIn('miniprogram')]) visit(file)
  assert.deepEqual([...packages].toSorted(), ['typebox', 'uqr'])
  const elsewhere =
    /\b(?:document|window|navigator|localStorage|sessionStorage|Temporal|Intl|crypto|process)\.|\bfetch\(/
  assert.deepEqual(
    [...seen].filter((file) => !/^src\/(?:contract|kit)\//.test(file) && elsewhere.test(text(file))),
    [],
  )
})

test('imports of other folders use their alias, those of the same folder are relative', () => {
  const wrong = imports.filter((one) => {
    const to = target(one)
    return to !== undefined && one.spec.startsWith('#') === (roomOf(to) === roomOf(one.file))
  })
  assert.deepEqual(wrong.map(shown), [])
})

test('imports name files that exist', () => {
  const wrong = imports.filter((one) => {
    const to = target(one)
    return to !== undefined && !files.includes(to)
  })
  assert.deepEqual(wrong.map(shown), [])
})

/** The project's files that each file imports. */
const filesOf = (all: readonly Import[]) =>
  new Map(
    [...Map.groupBy(all, ({ file }) => file)].map(([file, own]) => [
      file,
      new Set(own.map((one) => target(one) ?? '').filter(Boolean)),
    ]),
  )

test('there are no import cycles, nor cycles of type imports', () => {
  assert.deepEqual(circlesIn(filesOf([...imports, ...[...pages, ...filesIn('client')].flatMap(importsOf)])), [])
})

/** Which folders below `parent` import from which others there. */
function foldersOf(parent: string, all: readonly Import[]): Map<string, Set<string>> {
  const folder = (file: string) => (file.startsWith(parent) ? file.slice(parent.length).split('/').slice(0, -1) : [])
  const graph = new Map<string, Set<string>>()
  for (const one of all) {
    const [from, to] = [folder(one.file).join('/'), folder(target(one) ?? '').join('/')]
    if (from && to && from !== to) graph.set(from, (graph.get(from) ?? new Set()).add(to))
  }
  return graph
}

/** Each cycle of a graph, once. */
function circlesIn(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const circles: string[] = []
  const done = new Set<string>()
  const visit = (node: string, path: readonly string[]): void => {
    if (path.includes(node)) circles.push([...path.slice(path.indexOf(node)), node].join(' > '))
    if (done.has(node) || path.includes(node)) return
    for (const next of graph.get(node) ?? []) visit(next, [...path, node])
    done.add(node)
  }
  for (const node of graph.keys()) visit(node, [])
  return circles
}

test('folders of services have no import cycles: shared is below all subjects, journeys above', () => {
  const graph = foldersOf('src/service/', imports)
  assert.ok(graph.size >= 10)
  assert.deepEqual(circlesIn(graph), [])
  assert.equal(graph.get('shared'), undefined)
  assert.deepEqual(
    [...graph].filter(([, to]) => to.has('journeys')),
    [],
  )
})

test('files and folders of scripts have no import cycles', () => {
  const scripts = globSync('scripts/**/*.{ts,js}', { cwd: root }).map((file) => file.split(sep).join('/'))
  const all = scripts.flatMap(importsOf)
  const folders = foldersOf('scripts/', all)
  assert.ok(folders.size > 0 && all.length > 100)
  assert.deepEqual(circlesIn(folders), [])
  assert.deepEqual(circlesIn(filesOf(all)), [])
})

const subjects = [
  'tickets',
  'counter',
  'duty',
  'hours',
  'repair-days',
  'people',
  'messages',
  'outbox',
  'imports',
  'open-data',
  'content',
  'team',
]
const besides: Readonly<Record<string, readonly string[]>> = {
  'src/contract': ['words'],
  'src/rules': [],
  'src/store': ['engine', 'migrations', 'upkeep'],
  'src/service': ['shared', 'journeys'],
  'src/http/handlers': [],
}

test('large floors have the same subject folders', () => {
  for (const [floor, others] of Object.entries(besides)) {
    const folders = files
      .filter((file) => file.startsWith(`${floor}/`))
      .map((file) => file.slice(floor.length + 1).split('/'))
    const wrong = folders.filter((path) => path.length > 1 && ![...subjects, ...others].includes(path[0] ?? ''))
    assert.deepEqual(wrong, [], floor)
    assert.ok(
      folders.filter((path) => path.length === 1).length <= 20,
      `more than twenty files beside the folders of ${floor}`,
    )
  }
})

test('contract and kit import nothing of Node, because they run in a browser', () => {
  const wrong = imports.filter(
    ({ file, spec }) => ['contract', 'kit'].includes(roomOf(file)) && spec.startsWith('node:'),
  )
  assert.deepEqual(wrong.map(shown), [])
})

test('only the store imports Kysely and the database drivers', () => {
  const owners: Record<string, string> = { kysely: 'store', pg: 'store', 'node:sqlite': 'store' }
  const wrong = imports.filter(({ file, spec }) => (owners[spec] ?? roomOf(file)) !== roomOf(file))
  assert.deepEqual(wrong.map(shown), [])
})

test('the engine is used through its three entries only', () => {
  const wrong = imports.filter(
    ({ file, spec }) =>
      program.includes(file) &&
      !file.startsWith('src/store/engine/') &&
      /\/engine\//.test(spec) &&
      !/\/engine\/(index|open|whole-database)\.ts$/.test(spec),
  )
  assert.deepEqual(wrong.map(shown), [])
})

test('migrations import nothing that may change later', () => {
  const wrong = imports.filter(
    ({ file, spec }) => /^src\/store\/migrations\/\d/.test(file) && spec !== './migration.ts',
  )
  assert.deepEqual(wrong.map(shown), [])
})

test('only the configuration reads the environment, which the start passes in', () => {
  const readers = [...program, ...files.filter((file) => file.startsWith('bin/'))].filter((file) =>
    /process\s*\.\s*env\b|process\s*\[\s*'env'/.test(text(file)),
  )
  const allowed = readers.filter(
    (file) => file.startsWith('bin/') || file.startsWith('src/config/') || file === 'src/main/cli.ts',
  )
  assert.deepEqual(readers, allowed)
  assert.match(text('src/main/cli.ts'), /env: Environment = process\.env\)/)
  assert.equal(text('src/main/cli.ts').match(/process\.env/g)?.length, 1)
})

test('clock and randomness are arguments', () => {
  const own = /\bDate\.now\b|\bnew Date\(\s*\)|\bTemporal\.Now\.(?!timeZoneId)|\bMath\.random\b/
  const wrong = program.filter((file) => file !== 'src/main/log.ts' && own.test(text(file)))
  assert.deepEqual(wrong, [])
})

test('only the start and separate processes call process.exit', () => {
  // The picture decoder and the integrity check are processes of their own.
  assert.deepEqual(
    new Set(program.filter((file) => /process\.(exit|abort|kill)\(/.test(text(file)))),
    new Set(['src/main/commands/start.ts', 'src/adapters/media/decoder.ts', 'src/store/engine/integrity-process.ts']),
  )
})
