import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Fault, faultsIn, short } from './faults.ts'
import { isAbout } from './near.ts'
import { isOfPages, markBranches, read, root, sourceFiles } from './source.ts'
import type { Workplace } from './workplace.ts'

/** The places in the source that a test file reaches, and its duration. */
export interface Reach {
  readonly test: string
  /** A hash of the test file. */
  readonly version: string
  readonly ms: number
  readonly passed: boolean
  /** Whether it opens the built pages. */
  readonly pages: boolean
  readonly places: ReadonlySet<string>
  /** The number of places in each file, for files that have changed since. */
  readonly files: Readonly<Record<string, number>>
}

/** The folder for results of earlier runs. */
export const cache = join(root, 'node_modules/.cache/fettle-mutants')

export function testFiles(): string[] {
  return globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: root }).sort()
}

const inBrowser = 'browser'

const fileOf = (test: string) => join(cache, 'reach', `${test.replaceAll('/', '+')}.json`)

/** The last measurement of a test, unless the test failed. If the test has changed since, only with `stale`. */
export function knownReach(test: string, stale = false): Reach | undefined {
  if (!existsSync(fileOf(test))) return undefined
  const { places, ...rest } = JSON.parse(readFileSync(fileOf(test), 'utf8'))
  const version = short(read(test))
  return rest.passed && (stale || rest.version === version)
    ? { ...rest, test, version, places: new Set(places) }
    : undefined
}

/** Marks every branch of the pages in the copy, and builds them, so that a browser reports the places it reaches. */
export async function markPages(workplace: Workplace): Promise<void> {
  const files = sourceFiles().filter(isOfPages)
  for (const file of files) workplace.write(file, markBranches(file, read(file)))
  const { end, output } = await workplace.buildPages()
  if (end !== 'passed') throw new Error(`the marked pages cannot be built: ${output}`)
  for (const file of files) workplace.restore(file)
}

/** Runs a test file and notes which places it reaches. */
export async function measure(test: string, workplace: Workplace): Promise<Reach> {
  const dir = join(workplace.dir, 'reached')
  mkdirSync(dir, { recursive: true })
  const env = {
    NODE_V8_COVERAGE: dir,
    // V8 counts functions from the compile cache only as a whole.
    NODE_DISABLE_COMPILE_CACHE: '1',
    ...(test.startsWith('test/web/') && {
      NODE_OPTIONS: `--import=${pathToFileURL(join(root, 'scripts/prove/mutants/browser-reach.ts'))}`,
      REACHED_IN_BROWSER: join(dir, inBrowser),
    }),
  }
  const run = () => workplace.runTest(test, 400_000, { env })
  const first = await run()
  // A busy machine can make a test fail, so it gets a second try.
  const { end, ms, output } = first.end === 'passed' ? first : await run()
  const places = new Set<string>()
  const files: Record<string, number> = {}
  const came = readCoverage(dir, workplace.dir)
  for (const file of sourceFiles()) {
    const here = new Set(faultsIn(file).flatMap((fault) => (came(fault) ? [fault.place] : [])))
    for (const place of here) places.add(place)
    if (here.size > 0) files[file] = here.size
  }
  const pages = existsSync(join(dir, inBrowser))
  rmSync(dir, { recursive: true })
  const reach = { version: short(read(test)), ms, passed: end === 'passed', pages, files }
  mkdirSync(join(cache, 'reach'), { recursive: true })
  if (!reach.passed) writeFileSync(`${fileOf(test)}.log`, output)
  writeFileSync(fileOf(test), JSON.stringify({ ...reach, places: [...places] }))
  return { ...reach, test, places }
}

interface Range {
  readonly startOffset: number
  readonly endOffset: number
  readonly count: number
}

/** Reads the coverage of all processes of a test; returns whether any of them reached a fault. */
function readCoverage(dir: string, copy: string): (fault: Fault) => boolean {
  const ranges = new Map<string, Range[][]>()
  const browser = new Set<string>()
  for (const name of readdirSync(dir)) {
    const text = readFileSync(join(dir, name), 'utf8')
    if (name === inBrowser) {
      for (const line of text.split('\n')) browser.add(line)
      continue
    }
    const start = `${pathToFileURL(copy).href}/`
    for (const { url, functions } of scriptsIn(text)) {
      if (!url.startsWith(start)) continue
      const file = url.slice(start.length)
      ranges.set(file, [...(ranges.get(file) ?? []), functions.flatMap((each) => each.ranges)])
    }
  }
  return ({ file, start, branch }) =>
    browser.has(`${file}@${branch}`) || (ranges.get(file) ?? []).some((process) => countAt(process, start) > 0)
}

/** The coverage of one process; nothing if the process was killed while Node wrote it. */
function scriptsIn(text: string): { url: string; functions: { ranges: Range[] }[] }[] {
  try {
    return JSON.parse(text).result
  } catch {
    return []
  }
}

function countAt(ranges: readonly Range[], offset: number): number {
  const size = (range: Range) => range.endOffset - range.startOffset
  const around = ranges.filter(({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset)
  return around.toReversed().sort((a, b) => size(a) - size(b))[0]?.count ?? 0
}

/** The tests that reach a fault, the most specific and quickest first. */
export function nearest(fault: Fault, reaches: readonly Reach[]): Reach[] {
  const own = reaches.filter(({ passed }) => passed)
  const inFile = own.filter(({ files }) => files[fault.file])
  // Few measurements contain a new place, so tests that are about the file count as well.
  const exactly = inFile.filter(({ test, places }) => places.has(fault.place) || isAbout(fault.file, test))
  return (exactly.length > 0 ? exactly : inFile)
    .map((reach) => ({ reach, cost: cost(fault, reach) }))
    .sort((a, b) => a.cost - b.cost)
    .map(({ reach }) => reach)
}

/** The duration of a test, divided by how likely it notices a fault in the file. A test that reaches everything, or little of the file, is unlikely to. */
function cost({ file }: Fault, { test, ms, places, files }: Reach): number {
  const here = files[file] ?? 0.5
  const whole = new Set(faultsIn(file).map(({ place }) => place)).size
  const words = (path: string) => basename(path).split('.')[0]?.toLowerCase().split('-') ?? []
  const sharesWord = words(test).some((word) => words(file).includes(word))
  const distance = isAbout(file, test) ? 0.01 : sharesWord ? 0.1 : 1
  return ((ms + 1000) * distance) / ((Math.sqrt(here / (places.size + 100)) * here) / whole)
}
