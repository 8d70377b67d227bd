import { codeTables } from '#contract/codes.ts'
import { isFunction, keyName, type Node } from './source.ts'

export interface Change {
  readonly kind: Kind
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * The kinds of faults with their weights. A kind that almost any test notices, or that is possible in very many places, has a
 * low weight.
 */
export const kinds = {
  'less for less or equal': 3,
  'equal for not equal': 1,
  'condition never holds': 1,
  'condition always holds': 1,
  'and for or': 1,
  'right side left out': 1,
  'left side left out': 0.7,
  'wrong sign': 3,
  'not left out': 1,
  'await left out': 0.7,
  'statement left out': 0.8,
  'other method': 3,
  'call left out': 1.5,
  'number one more': 1,
  'true for false': 1,
  'other code': 1,
  'other constant': 1,
  'field left out': 0.4,
  'other field': 1,
  'arguments exchanged': 0.7,
  'attribute left out': 0.5,
  'content left out': 0.4,
} as const

export type Kind = keyof typeof kinds

/** Each replaces the other. */
const exchanged = (...pairs: readonly (readonly [string, string])[]): ReadonlyMap<string, string> =>
  new Map(
    pairs.flatMap(
      ([one, other]) =>
        [
          [one, other],
          [other, one],
        ] as const,
    ),
  )

const operators: readonly (readonly [Kind, ReadonlyMap<string, string>])[] = [
  ['less for less or equal', exchanged(['<', '<='], ['>', '>='])],
  ['equal for not equal', exchanged(['===', '!=='])],
  ['wrong sign', exchanged(['+', '-'], ['*', '/'])],
]

const methods = exchanged(
  ['some', 'every'],
  ['min', 'max'],
  ['ceil', 'floor'],
  ['startsWith', 'endsWith'],
  ['all', 'race'],
)

// Methods that return the type they are called on, so that a chain works without them.
const leftOut = new Set(
  'filter where whereRef having orderBy limit offset distinct forUpdate skipLocked onConflict trim toLowerCase toUpperCase normalize sort toSorted reverse toReversed slice replace replaceAll padStart'.split(
    ' ',
  ),
)

const constants: ReadonlyMap<string, string> = new Map([
  ['second', 'minute'],
  ['minute', 'hour'],
  ['zone', "'UTC'"],
  ["'user'", "'member'"],
  ...exchanged(['hour', 'day'], ["'member'", "'admin'"]),
  ...exchanged(["'asc'", "'desc'"], ["'zh_CN'", "'en_US'"], ["'sqlite'", "'postgres'"]),
])

const tables: ReadonlyMap<string, object> = new Map<string, object>([
  ['statuses', codeTables.status],
  ['noteTypes', codeTables.note],
  ['queryTypes', codeTables.queryType],
  ['ticketTypes', codeTables.type],
  ['operations', codeTables.operation],
  ['targets', codeTables.target],
])

// Attributes for the look of a page, or for React.
const looks =
  /^(?:[mpcw]|[mp][tblrxy]|[mp]i[ne]?|fw|fz|lh|ta|tt|ff|size|gap|justify|align|variant|color|wrap|radius|className|classNames|style|styles|key|ref|grow|fullWidth|order|spacing|verticalSpacing|shadow|withBorder|inline|maw|mih|miw|mah|h|flex|cols|span|icon|autosize|minRows|maxRows|placeholder|leftSection|rightSection|component|vars|display|pos|inset|opacity|bg|bd|bdrs|visibleFrom|hiddenFrom|truncate|lineClamp|viewBox|fill|stroke.*|width|height|d|x|y|cx|cy|r|strokeLinecap|loading|decoding|comboboxProps|overlayProps|transitionProps)$/

interface Context {
  readonly around: readonly Node[]
  readonly parent: Node | undefined
  readonly text: string
  sourceOf(node: Node): string
  replace(kind: Kind, range: { readonly start: number; readonly end: number }, by: string): Change
}

/** The faults that can be planted at a place. */
export function changesAt(node: Node, around: readonly Node[], text: string): readonly Change[] {
  const plant = changes[node.type] as ((node: Node, context: Context) => readonly Change[]) | undefined // by its type
  if (!plant || isUntested(node, around)) return []
  return plant(node, {
    around,
    parent: around[0],
    text,
    sourceOf: ({ start, end }) => text.slice(start, end),
    replace: (kind, { start, end }, by) => ({ kind, start, end, text: by }),
  })
}

type Changes = { readonly [T in Node['type']]?: (node: Extract<Node, { type: T }>, context: Context) => Change[] }

const condition = ({ test }: { test: Node }, { replace }: Context) => [
  replace('condition never holds', test, 'false'),
  replace('condition always holds', test, 'true'),
]

const changes: Changes = {
  IfStatement: condition,
  ConditionalExpression: condition,
  BinaryExpression({ operator, left, right }, { text, replace }) {
    if (operator === '+' && [left, right].some(isText)) return []
    const start = text.indexOf(operator, left.end)
    return operators.flatMap(([kind, others]) => {
      const other = others.get(operator)
      return other ? [replace(kind, { start, end: start + operator.length }, other)] : []
    })
  },
  LogicalExpression(node, { text, sourceOf, replace }) {
    const found = [
      replace('right side left out', node, `(${sourceOf(node.left)})`),
      replace('left side left out', node, `(${sourceOf(node.right)})`),
    ]
    if (node.operator === '??') return found
    const start = text.indexOf(node.operator, node.left.end)
    return [...found, replace('and for or', { start, end: start + 2 }, node.operator === '&&' ? '||' : '&&')]
  },
  UnaryExpression(node, { sourceOf, replace }) {
    if (node.operator === '!') return [replace('not left out', node, `(${sourceOf(node.argument)})`)]
    return node.operator === '-' ? [replace('wrong sign', node, sourceOf(node.argument))] : []
  },
  ExpressionStatement(node, { sourceOf, replace }) {
    const { expression } = node
    const found: Change[] = []
    if (expression.type === 'AwaitExpression')
      found.push(replace('await left out', expression, sourceOf(expression.argument)))
    if (!/^(?:super|import)\b/.test(sourceOf(node)) && !('directive' in node && node.directive))
      found.push(replace('statement left out', node, ';'))
    return found
  },
  CallExpression(node, { sourceOf, replace }) {
    const { callee } = node
    const found: Change[] = []
    if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier') {
      const { name } = callee.property
      const other = methods.get(name)
      if (other) found.push(replace('other method', callee.property, other))
      if (leftOut.has(name)) found.push(replace('call left out', node, sourceOf(callee.object)))
    }
    const [first, second, third] = node.arguments
    if (first && second && !third && isName(first) && isName(second) && !/m(in|ax)$/.test(sourceOf(callee))) {
      const both = { start: first.start, end: second.end }
      found.push(replace('arguments exchanged', both, `${sourceOf(second)}, ${sourceOf(first)}`))
    }
    return found
  },
  Literal(node, { around, parent, sourceOf, replace }) {
    if (parent?.type === 'JSXAttribute' || (parent?.type === 'Property' && parent.key === node)) return []
    if (typeof node.value === 'boolean') return [replace('true for false', node, String(!node.value))]
    // Larger numbers are sizes and time limits, where one more makes no difference. Of a comparison's result only the sign counts.
    if (typeof node.value === 'number' && node.value < 1000 && Number.isInteger(node.value) && !isOrder(around))
      return [replace('number one more', node, String(node.value + 1))]
    const other = typeof node.value === 'string' ? constants.get(sourceOf(node)) : undefined
    // As an argument, 'member' is the name of a table.
    return other && !(parent?.type === 'CallExpression' && node.value === 'member')
      ? [replace('other constant', node, other)]
      : []
  },
  Identifier(node, { parent, replace }) {
    const other = constants.get(node.name)
    return other && isRead(node, parent) ? [replace('other constant', node, other)] : []
  },
  MemberExpression(node, { parent, text, replace }) {
    if (node.property.type !== 'Identifier' || node.computed || node.object.type !== 'Identifier') return []
    if (parent?.type === 'CallExpression' && parent.callee === node) return []
    const { object, property } = node
    const codes = Object.keys(tables.get(object.name) ?? {})
    const at = codes.indexOf(property.name)
    if (at >= 0) return [replace('other code', property, codes[(at + 1) % codes.length] ?? '')]
    return siblings(object.name, property.name, text).map((other) => replace('other field', property, other))
  },
  Property: (node, { parent, text, replace }) =>
    parent?.type !== 'ObjectExpression' || parent.properties.length < 2 || isFunction(node.value)
      ? []
      : [withComma(replace('field left out', node, ''), text)],
  SpreadElement: (node, { parent, text, replace }) =>
    parent?.type === 'ObjectExpression' ? [withComma(replace('field left out', node, ''), text)] : [],
  JSXAttribute: (node, { replace }) => [replace('attribute left out', node, '')],
  JSXExpressionContainer: (node, { parent, replace }) =>
    parent?.type === 'JSXElement' && node.expression.type !== 'JSXEmptyExpression'
      ? [replace('content left out', node, '')]
      : [],
}

/** True for looks, log lines, internal errors and descriptions of fields, which tests do not check. */
function isUntested(node: Node, around: readonly Node[]): boolean {
  const inner = node.type === 'ExpressionStatement' ? node.expression : node
  return [inner, ...around].some((each) => {
    if (each.type === 'JSXAttribute') return each.name.type === 'JSXIdentifier' && looks.test(each.name.name)
    if (each.type === 'CallExpression') {
      if (each.callee.type === 'Identifier') return /^(field|named|endpoint)$/.test(each.callee.name)
      if (each.callee.type !== 'MemberExpression') return false
      const { object } = each.callee
      const name = object.type === 'MemberExpression' ? keyName(object.property) : keyName(object)
      return name !== undefined && /^(log|logger|console)$/.test(name)
    }
    return each.type === 'NewExpression' && each.callee.type === 'Identifier' && /^(Type)?Error$/.test(each.callee.name)
  })
}

/** `a < b ? -1 : 1` */
function isOrder([parent, above]: readonly Node[]): boolean {
  const choice = parent?.type === 'UnaryExpression' ? above : parent
  if (choice?.type !== 'ConditionalExpression') return false
  return [choice.consequent, choice.alternate].some((each) => each.type === 'UnaryExpression' && each.operator === '-')
}

function isText(node: Node): boolean {
  return node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')
}

function isName(node: Node): boolean {
  return node.type === 'Identifier' || (node.type === 'MemberExpression' && !node.computed)
}

/** True if a name is read here, and is neither a key nor a declaration. */
function isRead(node: Node, parent: Node | undefined): boolean {
  if (parent?.type === 'CallExpression') return parent.callee !== node
  if (parent?.type === 'Property') return !parent.shorthand && parent.value === node && parent.key !== node
  return parent?.type === 'BinaryExpression'
}

/** Another field of the same object in this file that ends with the same word: `startsAt` for `endsAt`. */
function siblings(object: string, name: string, text: string): readonly string[] {
  const [word] = /(?:[A-Z]|_)[a-z]+$/.exec(name) ?? []
  if (!word) return []
  const found = text.matchAll(new RegExp(`\\b${object}\\.(\\w+${word})\\b(?!\\()`, 'g'))
  return [...found].flatMap(([, other = name]) => (other === name ? [] : [other])).slice(0, 1)
}

function withComma(change: Change, text: string): Change {
  const [comma] = /^\s*,/.exec(text.slice(change.end)) ?? ['']
  return { ...change, end: change.end + comma.length }
}
