import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, parseSync } from 'vite'

export const root = join(import.meta.dirname, '../../..')

export type Node = ESTree.Node

/** A node of a file, with what it stands in. */
export interface Place {
  readonly node: Node
  /** What it stands in, nearest first. */
  readonly around: readonly Node[]
  /** The names of the functions and constants around it. */
  readonly scope: string
  /** Where the nearest piece begins that runs as a whole: a branch, a function's body, or the file. */
  readonly branch: number
}

// What people read, what is only data, how things look, and the demo team.
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

const texts = new Map<string, string>()

/** A file of the repository, as it was when it was first looked at: a long run is not disturbed by somebody who goes on working. */
export function read(file: string): string {
  const text = texts.get(file) ?? readFileSync(join(root, file), 'utf8')
  texts.set(file, text)
  return text
}

/** Every node of a file that runs; types and imports do not. */
export function* placesOf(file: string, text: string): Generator<Place> {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  yield* within(program, [], [], 0)
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
  switch (node.type) {
    case 'VariableDeclarator':
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return node.id?.type === 'Identifier' ? node.id.name : undefined
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return keyName(node.key)
    case 'Property':
      return isFunction(node.value) ? keyName(node.key) : undefined
    default:
      return undefined
  }
}

export function keyName(key: Node): string | undefined {
  return key.type === 'Identifier' || key.type === 'PrivateIdentifier' ? key.name : undefined
}

export function isFunction(node: Node): boolean {
  return node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression'
}

/** Whether this child of a node need not run when the node does. */
export function isBranch(child: Node, parent: Node): boolean {
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
