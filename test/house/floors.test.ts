import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'
import { test } from 'node:test'

// From the ground up. Rooms on one floor (a|b) do not know each other.
const floors = ['kit', 'contract', 'rules|config', 'events', 'store', 'service', 'http|adapters', 'demo', 'main']
const level = (room: string) => floors.findIndex((rooms) => rooms.split('|').includes(room))

const root = join(import.meta.dirname, '../..')
const text = (file: string) => readFileSync(join(root, file), 'utf8')
const files = globSync(['src/**/*.ts', 'demo/*.ts', 'bin/*.js'], { cwd: root }).map((file) => file.split(sep).join('/'))
/** What the service consists of: neither tests nor what they need. */
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

test('there is a house to look at', () => {
  assert.ok(program.length > 50)
  assert.ok(imports.length > 150)
  assert.deepEqual(
    [...new Set(program.map(roomOf))].filter((room) => level(room) < 0),
    [],
    'rooms without a floor',
  )
})

test('imports go down the house, or stay in the room', () => {
  const wrong = imports.filter((one) => {
    const to = target(one)
    return to !== undefined && roomOf(to) !== roomOf(one.file) && level(roomOf(to)) >= level(roomOf(one.file))
  })
  assert.deepEqual(wrong.map(shown), [])
})

// From the ground up; `app.tsx` and `main.tsx` above them put the pages together.
const webRooms = ['lib', 'data', 'components', 'pages']
const webRoom = (file: string) => (file.split('/').length > 2 ? roomOf(file) : 'app')
/** Pages that are partly made of others: setting up is a part of the console. */
const madeOf: Readonly<Record<string, readonly string[]>> = {
  'set-up': ['console'],
}
const webImports = pages
  .flatMap(importsOf)
  .map((one) => ({ one, from: one.file, to: target(one) ?? '' }))
  .filter(({ to }) => /^web\/.*\.tsx?$/.test(to))

test('the pages import down their rooms: pages, components, data, lib', () => {
  assert.ok(webImports.length > 500)
  const height = (file: string) => [...webRooms, 'app'].indexOf(webRoom(file))
  const wrong = webImports.filter(({ from, to }) => height(from) < 0 || height(to) < 0 || height(to) > height(from))
  assert.deepEqual(
    wrong.map(({ one }) => shown(one)),
    [],
  )
})

test('pages know nothing of each other, but those that are made of others', () => {
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

test('no two files of the pages differ by the case of their letters alone', () => {
  const sameName = Map.groupBy(pages, (file) => file.replace(/\.tsx?$/, '').toLowerCase())
  assert.deepEqual(
    [...sameName.values()].filter((files) => files.length > 1),
    [],
  )
})

const clients = ['client', 'web', 'miniprogram'] as const
const filesIn = (room: string) =>
  globSync(`${room}/**/*.{ts,tsx}`, { cwd: root, exclude: ['web/dist'] }).map((file) => file.split(sep).join('/'))

test('the pages and the mini-program stand on `client`, which stands on contract, kit and rules, and none of them knows another', () => {
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

test('what `client` and the mini-program consist of needs no browser and no Node', () => {
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

test('another room is named by its name, the own room is not', () => {
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

/** Which files of ours each file imports. */
const filesOf = (all: readonly Import[]) =>
  new Map(
    [...Map.groupBy(all, ({ file }) => file)].map(([file, own]) => [
      file,
      new Set(own.map((one) => target(one) ?? '').filter(Boolean)),
    ]),
  )

test('nothing imports in a circle, types included', () => {
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

/** Each way around in a graph, once. */
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

test('folders of services do not import each other in a circle: shared is below all subjects, journeys above them', () => {
  const graph = foldersOf('src/service/', imports)
  assert.ok(graph.size >= 10)
  assert.deepEqual(circlesIn(graph), [])
  assert.equal(graph.get('shared'), undefined)
  assert.deepEqual(
    [...graph].filter(([, to]) => to.has('journeys')),
    [],
  )
})

test('neither files nor folders of scripts import each other in a circle', () => {
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

test('the folders of each large floor are the same subjects', () => {
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

test('the contract and the kit run in a browser: they import nothing of Node', () => {
  const wrong = imports.filter(
    ({ file, spec }) => ['contract', 'kit'].includes(roomOf(file)) && spec.startsWith('node:'),
  )
  assert.deepEqual(wrong.map(shown), [])
})

test('only the rooms that it is for know Kysely and the database drivers', () => {
  const owners: Record<string, string> = { kysely: 'store', pg: 'store', 'node:sqlite': 'store' }
  const wrong = imports.filter(({ file, spec }) => (owners[spec] ?? roomOf(file)) !== roomOf(file))
  assert.deepEqual(wrong.map(shown), [])
})

test('the program knows of the engine only what its three entries export', () => {
  const wrong = imports.filter(
    ({ file, spec }) =>
      program.includes(file) &&
      !file.startsWith('src/store/engine/') &&
      /\/engine\//.test(spec) &&
      !/\/engine\/(index|open|whole-database)\.ts$/.test(spec),
  )
  assert.deepEqual(wrong.map(shown), [])
})

test('a migration imports nothing that can change after it has run', () => {
  const wrong = imports.filter(
    ({ file, spec }) => /^src\/store\/migrations\/\d/.test(file) && spec !== './migration.ts',
  )
  assert.deepEqual(wrong.map(shown), [])
})

test('the environment is read by the configuration, and handed to it by whoever starts the program', () => {
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

test('the clock and chance are handed in', () => {
  const own = /\bDate\.now\b|\bnew Date\(\s*\)|\bTemporal\.Now\.(?!timeZoneId)|\bMath\.random\b/
  const wrong = program.filter((file) => file !== 'src/main/log.ts' && own.test(text(file)))
  assert.deepEqual(wrong, [])
})

test('nobody ends the process but the one who started it', () => {
  // The decoder and the check are processes of their own.
  assert.deepEqual(
    new Set(program.filter((file) => /process\.(exit|abort|kill)\(/.test(text(file)))),
    new Set(['src/main/commands/start.ts', 'src/adapters/media/decoder.ts', 'src/store/engine/integrity-process.ts']),
  )
})
