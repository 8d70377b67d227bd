import { isBranch, placesOf } from './source.ts'

const come = (file: string, offset: number) => `globalThis.reached?.(${JSON.stringify(`${file}@${offset}`)})`

/** A file of the pages that says where it comes to: at its end, and at the beginning of each branch and function. */
export function markBranches(file: string, text: string): string {
  const marks: { at: number; text: string }[] = []
  for (const { node, around } of placesOf(file, text)) {
    const [parent] = around
    if (!parent || !isBranch(node, parent)) continue
    const said = come(file, node.start)
    if (node.type === 'BlockStatement') marks.push({ at: node.start + 1, text: `${said};` })
    else if (parent.type === 'IfStatement')
      marks.push({ at: node.start, text: `{${said};` }, { at: node.end, text: '}' })
    else marks.push({ at: node.start, text: `(${said},` }, { at: node.end, text: ')' })
  }
  // Of two that begin at one place the outer one was found first; ends close in the opposite order.
  const ordered = marks.map((mark, index) => ({ ...mark, index })).sort((a, b) => a.at - b.at || order(a, b))
  let marked = ''
  let from = 0
  for (const mark of ordered) {
    marked += text.slice(from, mark.at) + mark.text
    from = mark.at
  }
  return `${marked}${text.slice(from)}\n;${come(file, 0)}\n`
}

interface Mark {
  readonly text: string
  readonly index: number
}

function order(a: Mark, b: Mark): number {
  const [aEnds, bEnds] = [a, b].map(({ text }) => text === ')' || text === '}')
  if (aEnds !== bEnds) return aEnds ? -1 : 1
  return aEnds ? b.index - a.index : a.index - b.index
}
