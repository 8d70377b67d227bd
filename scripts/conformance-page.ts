import { basename, dirname } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { fileText, ownFiles } from '../test/support/repository-files.ts'

export interface TestFile {
  readonly path: string
  readonly source: string
}

export function testFiles(): TestFile[] {
  const paths = ownFiles().filter((path) => path.endsWith('.test.ts'))
  return paths.sort().map((path) => ({ path, source: fileText(path) }))
}

/** The titles of the tests of a file, by the names of the suites around them. Inserted values are shown as `…`. */
function titlesIn({ path, source }: TestFile): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const walk = (node: unknown, suites: readonly string[]): void => {
    if (Array.isArray(node)) for (const one of node) walk(one, suites)
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return
    const call = node as { type?: string; callee?: { name?: string }; arguments?: { type: string }[] }
    const title = call.type === 'CallExpression' ? textOf(call.arguments?.[0], source) : undefined
    const name = title === undefined ? undefined : call.callee?.name
    if (name === 'test') found.getOrInsertComputed(suites.join(', '), () => []).push(title ?? '')
    const isSuite = name === 'describe' || name === 'onEachDatabase'
    for (const part of Object.values(node)) walk(part, isSuite ? [...suites, title ?? ''] : suites)
  }
  walk(parseAst(source, { lang: 'ts', sourceType: 'module' }, path).body, [])
  return found
}

function textOf(node: object | undefined, source: string): string | undefined {
  const { type, value, start, end } = (node ?? {}) as { type?: string; value?: unknown; start?: number; end?: number }
  if (type === 'Literal' && typeof value === 'string') return value
  return type === 'TemplateLiteral'
    ? source.slice((start ?? 0) + 1, (end ?? 0) - 1).replace(/\$\{[^}]*\}+/g, '…')
    : undefined
}

const escaped = (text: string) => text.replace(/[\\`*_|<>[\]]/g, '\\$&')

function fileLine(file: TestFile): string {
  const suites = Array.from(titlesIn(file), ([suite, titles]) => {
    const list = titles.map((title) => escaped(title)).join('; ')
    return suite === '' ? list : `**${escaped(suite)}** ${list}`
  })
  return `- \`${basename(file.path)}\`: ${suites.join('. ')}.`
}

export function conformancePage(): string {
  const folders = Map.groupBy(testFiles(), ({ path }) => dirname(path))
  return [
    '# What holds, and which test shows it',
    '',
    'Drawn by `npm run draw` from the titles of the tests. A title says what holds; bold text names what a group of titles is about.',
    'To see one for yourself:',
    '',
    '```sh',
    'node --test --test-global-setup=test/support/setup.ts test/api/duty.test.ts',
    '```',
    '',
    ...Array.from(folders, ([folder, some]) => [`## ${folder}`, '', ...some.map(fileLine), '']).flat(),
  ].join('\n')
}
