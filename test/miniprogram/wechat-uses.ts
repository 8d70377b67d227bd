import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'rolldown/utils'
import { source } from '../../scripts/miniprogram/build.ts'

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

/** The base library has had these for long: 1.2.0 and 2.32.3, by WeChat's page of `button`. */
const knownOpenTypes = ['getPhoneNumber', 'agreePrivacyAuthorization']

/** Open types of buttons that a template uses and that were not compared with the base library. */
export function unknownOpenTypes(): string[] {
  const text = globSync('**/*.wxml', { cwd: source }).map((name) => readFileSync(join(source, name), 'utf8'))
  const openTypes = [...text.join('\n').matchAll(/open-type="(\w+)"/g)].map(([, type = '']) => type)
  return openTypes.filter((type) => !knownOpenTypes.includes(type))
}
