import { codeTables } from '#contract/codes.ts'
import { isFunction, keyName, type Node, type Place } from './source.ts'

/** A replacement of some text of a file. */
export interface Change {
  readonly kind: Kind
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * The kinds of faults, and how often each is planted among the others: kinds that almost any test notices, or that have very
 * many places, less often.
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

const operators: ReadonlyMap<string, readonly [Kind, string]> = new Map([
  ['<', ['less for less or equal', '<=']],
  ['<=', ['less for less or equal', '<']],
  ['>', ['less for less or equal', '>=']],
  ['>=', ['less for less or equal', '>']],
  ['===', ['equal for not equal', '!==']],
  ['!==', ['equal for not equal', '===']],
  ['+', ['wrong sign', '-']],
  ['-', ['wrong sign', '+']],
  ['*', ['wrong sign', '/']],
  ['/', ['wrong sign', '*']],
])

const methods: ReadonlyMap<string, string> = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
  ['ceil', 'floor'],
  ['floor', 'ceil'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['all', 'race'],
])

// Calls in a chain whose result is of the same kind as what they are called on.
const leftOut = new Set(
  'filter where whereRef having orderBy limit offset distinct forUpdate skipLocked onConflict trim toLowerCase toUpperCase normalize sort toSorted reverse toReversed slice replace replaceAll padStart'.split(
    ' ',
  ),
)

const constants: ReadonlyMap<string, string> = new Map([
  ['second', 'minute'],
  ['minute', 'hour'],
  ['hour', 'day'],
  ['day', 'hour'],
  ['zone', "'UTC'"],
  ["'asc'", "'desc'"],
  ["'desc'", "'asc'"],
  ["'zh_CN'", "'en_US'"],
  ["'en_US'", "'zh_CN'"],
  ["'user'", "'member'"],
  ["'member'", "'admin'"],
  ["'admin'", "'member'"],
  ["'sqlite'", "'postgres'"],
  ["'postgres'", "'sqlite'"],
])

const tables: ReadonlyMap<string, Readonly<Record<string, number>>> = new Map<string, Readonly<Record<string, number>>>(
  [
    ['statuses', codeTables.status],
    ['noteTypes', codeTables.note],
    ['queryTypes', codeTables.queryType],
    ['ticketTypes', codeTables.type],
    ['operations', codeTables.operation],
    ['targets', codeTables.target],
  ],
)

// How a page looks, and what React wants for itself.
const looks =
  /^(?:[mpcw]|[mp][tblrxy]|[mp]i[ne]?|fw|fz|lh|ta|tt|ff|size|gap|justify|align|variant|color|wrap|radius|className|classNames|style|styles|key|ref|grow|fullWidth|order|spacing|verticalSpacing|shadow|withBorder|inline|maw|mih|miw|mah|h|flex|cols|span|icon|autosize|minRows|maxRows|placeholder|leftSection|rightSection|component|vars|display|pos|inset|opacity|bg|bd|bdrs|visibleFrom|hiddenFrom|truncate|lineClamp|viewBox|fill|stroke.*|width|height|d|x|y|cx|cy|r|strokeLinecap|loading|decoding|comboboxProps|overlayProps|transitionProps)$/

/** The faults that can be planted at a place. */
export function* changesAt({ node, around }: Place, text: string): Generator<Change> {
  const [parent] = around
  const source = (of: Node) => text.slice(of.start, of.end)
  const instead = (kind: Kind, of: { start: number; end: number }, by: string): Change => ({
    kind,
    start: of.start,
    end: of.end,
    text: by,
  })
  if (isToldOnly(node, around)) return
  switch (node.type) {
    case 'BinaryExpression': {
      const [kind, operator] = operators.get(node.operator) ?? []
      if (!kind || !operator) return
      if (node.operator === '+' && [node.left, node.right].some(isText)) return
      const from = text.indexOf(node.operator, node.left.end)
      yield instead(kind, { start: from, end: from + node.operator.length }, operator)
      return
    }
    case 'LogicalExpression': {
      yield instead('right side left out', node, `(${source(node.left)})`)
      yield instead('left side left out', node, `(${source(node.right)})`)
      if (node.operator === '??') return
      const from = text.indexOf(node.operator, node.left.end)
      yield instead('and for or', { start: from, end: from + 2 }, node.operator === '&&' ? '||' : '&&')
      return
    }
    case 'IfStatement':
    case 'ConditionalExpression':
      yield instead('condition never holds', node.test, 'false')
      yield instead('condition always holds', node.test, 'true')
      return
    case 'UnaryExpression':
      if (node.operator === '!') yield instead('not left out', node, `(${source(node.argument)})`)
      if (node.operator === '-') yield instead('wrong sign', node, source(node.argument))
      return
    case 'ExpressionStatement': {
      const { expression } = node
      if (expression.type === 'AwaitExpression')
        yield instead('await left out', expression, source(expression.argument))
      if (!/^(?:super|import)\b/.test(source(node)) && !('directive' in node && node.directive))
        yield instead('statement left out', node, ';')
      return
    }
    case 'CallExpression': {
      const { callee } = node
      if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier') {
        const { name } = callee.property
        const other = methods.get(name)
        if (other) yield instead('other method', callee.property, other)
        if (leftOut.has(name)) yield instead('call left out', node, source(callee.object))
      }
      const [first, second, third] = node.arguments
      if (first && second && !third && isName(first) && isName(second) && !/m(in|ax)$/.test(source(callee)))
        yield instead(
          'arguments exchanged',
          { start: first.start, end: second.end },
          `${source(second)}, ${source(first)}`,
        )
      return
    }
    case 'Literal':
      if (parent?.type === 'JSXAttribute' || (parent?.type === 'Property' && parent.key === node)) return
      if (typeof node.value === 'boolean') yield instead('true for false', node, String(!node.value))
      // Beyond that they are sizes and patience, of which one more is as good; and of what orders two things only the sign counts.
      if (typeof node.value === 'number' && node.value < 1000 && Number.isInteger(node.value) && !isOrder(around))
        yield instead('number one more', node, String(node.value + 1))
      if (typeof node.value === 'string') {
        const other = constants.get(source(node))
        // As an argument it is the name of a table.
        if (other && !(parent?.type === 'CallExpression' && node.value === 'member'))
          yield instead('other constant', node, other)
      }
      return
    case 'Identifier': {
      const other = constants.get(node.name)
      if (other && isRead(node, parent)) yield instead('other constant', node, other)
      return
    }
    case 'MemberExpression': {
      if (node.property.type !== 'Identifier' || node.computed || node.object.type !== 'Identifier') return
      if (parent?.type === 'CallExpression' && parent.callee === node) return
      const { name } = node.property
      const names = Object.keys(tables.get(node.object.name) ?? {})
      if (names.includes(name))
        yield instead('other code', node.property, names[(names.indexOf(name) + 1) % names.length] ?? '')
      else
        for (const other of siblings(node.object.name, name, text)) yield instead('other field', node.property, other)
      return
    }
    case 'Property': {
      if (parent?.type !== 'ObjectExpression' || parent.properties.length < 2 || isFunction(node.value)) return
      yield withComma(instead('field left out', node, ''), text)
      return
    }
    case 'SpreadElement':
      if (parent?.type === 'ObjectExpression') yield withComma(instead('field left out', node, ''), text)
      return
    case 'JSXAttribute':
      yield instead('attribute left out', node, '')
      return
    case 'JSXExpressionContainer':
      if (parent?.type === 'JSXElement' && node.expression.type !== 'JSXEmptyExpression')
        yield instead('content left out', node, '')
      return
  }
}

/** Whether it is only there for looks, or for people who read a log, a programmer's error or the description of a field. */
function isToldOnly(node: Node, around: readonly Node[]): boolean {
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

/** Whether a name stands for its value here, and not for a key or for something that begins to exist. */
function isRead(node: Node, parent: Node | undefined): boolean {
  switch (parent?.type) {
    case 'CallExpression':
      return parent.callee !== node
    case 'BinaryExpression':
      return true
    case 'Property':
      return !parent.shorthand && parent.value === node && parent.key !== node
    default:
      return false
  }
}

/** Other fields of the same object in this file that end with the same word: `startsAt` for `endsAt`. */
function siblings(object: string, name: string, text: string): string[] {
  const [word] = /(?:[A-Z]|_)[a-z]+$/.exec(name) ?? []
  if (!word) return []
  const found = new Set(
    [...text.matchAll(new RegExp(`\\b${object}\\.(\\w+${word})\\b(?!\\()`, 'g'))].map(([, of]) => of),
  )
  found.delete(name)
  return [...found].flatMap((of) => of ?? []).slice(0, 1)
}

function withComma(change: Change, text: string): Change {
  const [comma] = /^\s*,/.exec(text.slice(change.end)) ?? ['']
  return { ...change, end: change.end + comma.length }
}
