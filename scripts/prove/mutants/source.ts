import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, parseSync } from 'vite'

export const root = join(import.meta.dirname, '../../..')

export type Node = ESTree.Node

export interface Place {
  readonly node: Node
  /** The nodes around it, nearest first. */
  readonly around: readonly Node[]
  /** The names of the functions and constants around it. */
  readonly scope: string
  /** The start of the branch, function body or file around it, which runs as a whole. */
  readonly branch: number
}

// Words, data, looks and the demo team.
const spared = [
  /\.test\.ts$/,
  /\.d\.ts$/,
  /\/words\//,
  /^web\/dist\//,
  /^demo\//,
  /^src\/contract\/(examples|phrases)\.ts$/,
  /^src\/rules\/people\/common-passwords\.ts$/,
  /^web\/(theme|components\/Icon)\.tsx?$/,
]

/** The files in which faults are planted. */
export function sourceFiles(): string[] {
  return globSync(['src/**/*.ts', 'client/**/*.ts', 'web/**/*.ts', 'web/**/*.tsx'], { cwd: root })
    .filter((file) => !spared.some((pattern) => pattern.test(file)))
    .sort()
}

/** True if a file is built into the pages. */
export const isOfPages = (file: string): boolean => /^(?:client|web)\//.test(file)

const texts = new Map<string, string>()

/** The text of a file when it was first read, so that edits do not disturb a long run. */
export function read(file: string): string {
  const text = texts.get(file) ?? readFileSync(join(root, file), 'utf8')
  texts.set(file, text)
  return text
}

/** Every node of a file that runs, so no types and imports. */
export function* placesOf(file: string, text: string): Generator<Place> {
  yield* within(parse(file, text).program, [], [], 0)
}

function parse(file: string, text: string) {
  const parsed = parseSync(file, text)
  if (parsed.errors.length > 0) throw new Error(`${file}: ${parsed.errors[0]?.message}`)
  return parsed
}

function* within(node: Node, around: readonly Node[], names: readonly string[], branch: number): Generator<Place> {
  if (isTypeOnly(node)) return
  const name = nameOf(node)
  const scope = name === undefined ? names : [...names, name]
  yield { node, around, scope: scope.join('.'), branch }
  for (const child of childrenOf(node))
    yield* within(child, [node, ...around], scope, isBranch(child, node) ? child.start : branch)
}

function isTypeOnly(node: Node): boolean {
  if (node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration') return true
  if (node.type === 'ExportNamedDeclaration') return node.source !== null
  return node.type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)Expression$/.test(node.type)
}

function childrenOf(node: Node): Node[] {
  const found: Node[] = []
  for (const value of Object.values(node) as unknown[])
    for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) found.push(each)
  return found
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

function nameOf(node: Node): string | undefined {
  if (node.type === 'VariableDeclarator' || node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration')
    return node.id?.type === 'Identifier' ? node.id.name : undefined
  const isNamed =
    node.type === 'MethodDefinition' ||
    node.type === 'PropertyDefinition' ||
    (node.type === 'Property' && isFunction(node.value))
  return isNamed ? keyName(node.key) : undefined
}

export function keyName(key: Node): string | undefined {
  return key.type === 'Identifier' || key.type === 'PrivateIdentifier' ? key.name : undefined
}

export function isFunction(node: Node): boolean {
  return node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression'
}

/** True if a node can run without this child. */
function isBranch(child: Node, parent: Node): boolean {
  switch (parent.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      return child === parent.consequent || child === parent.alternate
    case 'LogicalExpression':
      return child === parent.right
    case 'CatchClause':
    case 'ArrowFunctionExpression':
    case 'FunctionDeclaration':
    case 'FunctionExpression':
      return child === parent.body
    default:
      return false
  }
}

/** Inserts calls of `reached` at the beginning of each branch and function, and at the end of the file. */
export function markBranches(file: string, text: string): string {
  const call = (at: number) => `globalThis.reached?.(${JSON.stringify(`${file}@${at}`)})`
  const mark = (node: Node, parent?: Node): string => {
    let marked = ''
    let from = node.start
    const children = isTypeOnly(node) ? [] : childrenOf(node).sort((a, b) => a.start - b.start || b.end - a.end)
    for (const child of children) {
      if (child.start < from) continue // `{ name = 1 }` has its key and its value at one place
      marked += text.slice(from, child.start) + mark(child, node)
      from = child.end
    }
    marked += text.slice(from, node.end)
    if (!parent || !isBranch(node, parent)) return marked
    if (node.type === 'BlockStatement') return `{${call(node.start)};${marked.slice(1)}`
    return parent.type === 'IfStatement' ? `{${call(node.start)};${marked}}` : `(${call(node.start)},${marked})`
  }
  const { program } = parse(file, text)
  return `${text.slice(0, program.start)}${mark(program)}${text.slice(program.end)}\n;${call(0)}\n`
}
