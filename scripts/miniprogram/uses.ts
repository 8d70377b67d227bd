import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'rolldown/utils'
import { source } from './build.ts'
import { described, knownCalls } from './typings.ts'

/** A call of the WeChat API with its options. */
export interface Use {
  /** `wx.login`, or `UploadTask.onProgressUpdate`. */
  readonly name: string
  readonly options: readonly string[]
}

// The source patterns of objects that WeChat returns.
const objects = {
  FileSystemManager: /getFileSystemManager\(\)\.(\w+)\(/g,
  UpdateManager: /\bmanager\.(\w+)\(/g,
  UploadTask: /\btask\.(\w+)\(/g,
}

/** Finds every function of WeChat that the mini-program calls. */
export function uses(): Use[] {
  const found = new Map<string, Set<string>>()
  const note = (name: string, options: readonly string[]) =>
    found.set(name, new Set([...(found.get(name) ?? []), ...options]))
  for (const name of globSync('**/*.ts', { cwd: source })) {
    const text = readFileSync(join(source, name), 'utf8')
    new Visitor({
      CallExpression({ callee, arguments: [options] }) {
        if (callee.type !== 'MemberExpression' || callee.computed) return
        if (callee.object.type !== 'Identifier' || callee.object.name !== 'wx') return
        const given = options?.type === 'ObjectExpression' ? options.properties : []
        const names = given.flatMap((one) =>
          one.type === 'Property' && one.key.type === 'Identifier' ? one.key.name : [],
        )
        note(`wx.${text.slice(callee.property.start, callee.property.end)}`, names)
      },
    }).visit(parseSync(name, text).program)
    for (const [object, form] of Object.entries(objects)) {
      for (const [, method = ''] of text.matchAll(form)) note(`${object}.${method}`, [])
    }
  }
  return [...found]
    .map(([name, options]) => ({ name, options: [...options].toSorted() }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Template features with the base library from the element's page. */
const elements = {
  'page-meta': { page: 'page-meta', since: '2.9.0', what: '`page-meta`' },
  'root-font-size="system"': { page: 'page-meta', since: '2.11.0', what: '`page-meta` with `root-font-size="system"`' },
  getPhoneNumber: { page: 'button', since: '1.2.0', what: '`button` with `open-type="getPhoneNumber"`' },
  agreePrivacyAuthorization: {
    page: 'button',
    since: '2.32.3',
    what: '`button` with `open-type="agreePrivacyAuthorization"`',
  },
} as const

/** Finds the `elements` that the templates use, and open types that `elements` lacks. */
export function elementUses(): { known: (keyof typeof elements)[]; unknown: string[] } {
  const text = globSync('**/*.wxml', { cwd: source })
    .map((name) => readFileSync(join(source, name), 'utf8'))
    .join('\n')
  const openTypes = [...text.matchAll(/open-type="(\w+)"/g)].map(([, type = '']) => type)
  return {
    known: (Object.keys(elements) as (keyof typeof elements)[]).filter((name) => text.includes(name)), // its own keys
    unknown: openTypes.filter((type) => !(type in elements)),
  }
}

export function usesPage(): string {
  const known = described()
  const calls = knownCalls()
  const rows = uses().map(({ name, options }) => {
    const { address, since } = known[name] ?? { address: '', since: '' }
    const given = options.map((option) => {
      const optionSince = calls[name.replace(/^wx\./, '')]?.optionSince[option]
      return `\`${option}\`${optionSince ? ` (${optionSince})` : ''}`
    })
    return `| [\`${name}\`](${address}) | ${since} | ${given.join(', ')} |`
  })
  return [
    '# What the mini-program uses of WeChat',
    '',
    'Drawn from the sources in `miniprogram` and from `miniprogram-api-typings`, which are WeChat’s own. A number is the base library that a function or an option needs, as they state it; where there is none, it has been there',
    'from the beginning. The mini-program asks for base library 3.8.12. A test holds every number against that, and the pages run in tests with a `wx` that refuses whatever the typings do not know.',
    '',
    '| function | base library | options |',
    '|---|---|---|',
    ...rows,
    '| [`wx.env`](https://developers.weixin.qq.com/miniprogram/dev/api/base/wx.env.html) |  |  |',
    '',
    'The templates have plain elements, and of those that need a base library of their own, as WeChat’s pages of them say:',
    '',
    '| element | base library |',
    '|---|---|',
    ...elementUses().known.map((name) => {
      const { page, since, what } = elements[name]
      return `| [${what}](https://developers.weixin.qq.com/miniprogram/dev/component/${page}.html) | ${since} |`
    }),
    '',
  ].join('\n')
}
