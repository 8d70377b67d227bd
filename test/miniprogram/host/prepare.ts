import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { rolldown } from 'rolldown'
import { appConfig, buildMiniprogram, componentsOf, pagesOf } from '../../../scripts/miniprogram/build.ts'
import { knownCalls } from '../wechat-typings.ts'

// The compiler is CommonJS with WebAssembly, and its types are for another module system.
const { TmplGroup } = createRequire(import.meta.url)('glass-easel-template-compiler') as {
  TmplGroup: new () => {
    addTmpl(path: string, content: string): void
    getTmplGenObjectGroups(): string
    free(): void
  }
}

/** Everything a browser needs to run the built mini-program. */
export interface Prepared {
  readonly html: string
  readonly script: string
}

/** Builds the mini-program for a service, and the host that replaces WeChat. */
export async function prepared(url: string): Promise<Prepared> {
  const folder = await mkdtemp(join(tmpdir(), 'fettle-miniprogram-'))
  await buildMiniprogram({ url, out: folder })
  const text = (name: string) => readFile(join(folder, name), 'utf8')
  const config = await appConfig(folder)
  const pages = pagesOf(config)
  const components = await componentsOf(folder, pages)
  const parts = [...pages, ...components]

  const templates = new TmplGroup()
  for (const name of parts) templates.addTmpl(name, renamed(await text(`${name}.wxml`)))
  templates.addTmpl('mp/slot', '<slot />')
  const compiled = templates.getTmplGenObjectGroups()
  templates.free()

  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  const modules = await Promise.all(
    files
      .filter((name) => name.endsWith('.js'))
      .map(async (name) => `${JSON.stringify(name)}: (module, exports, require) => {${await text(name)}\n}`),
  )
  const configs = Object.fromEntries(
    await Promise.all(parts.map(async (name) => [name, JSON.parse(await text(`${name}.json`)) as object] as const)),
  )
  const styles = [
    css(await text('app.wxss'), '.mp-page'),
    ...(await Promise.all(pages.map(async (name) => css(await text(`${name}.wxss`), `[data-page="${name}"]`)))),
    ...(await Promise.all(components.map(async (name) => css(await text(`${name}.wxss`), '.mp-page')))),
  ].join('\n')

  const host = await rolldown({ input: join(import.meta.dirname, 'browser/host.ts'), platform: 'browser' })
  const { output } = await host.generate({ format: 'iife', name: 'host' })
  await host.close()
  const given = {
    app: JSON.parse(await text('app.json')) as object,
    theme: JSON.parse(await text('theme.json')) as object,
    icons: Object.fromEntries(
      await Promise.all(
        files
          .filter((name) => name.endsWith('.png'))
          .map(
            async (name) => [name, `data:image/png;base64,${await readFile(join(folder, name), 'base64')}`] as const,
          ),
      ),
    ),
    pages,
    components,
    configs,
    calls: knownCalls(),
  }
  const script = `globalThis.given = ${JSON.stringify(given)};
globalThis.given.templates = ${compiled};
globalThis.given.modules = {${modules.join(',\n')}};
${output[0].code}`
  return { html: page(styles), script }
}

// Elements that browsers lack or implement differently get the prefix `mp-` and our own implementation.
const elements = 'input|textarea|switch|radio-group|radio|checkbox-group|checkbox|picker|image|button|page-meta'
const renamed = (wxml: string) =>
  wxml
    .replace(new RegExp(`<(/?)(${elements})(?=[\\s/>])`, 'g'), '<$1mp-$2')
    // On the remaining elements, browsers read `role`.
    .replace(/<(?!mp-)[a-z][^>]*>/g, (tag) => tag.replace(' aria-role=', ' role='))

/** Translates WXSS to CSS. Styles of a page apply to that page only. */
function css(wxss: string, around: string): string {
  const rules = wxss
    .replace(/(-?\d*\.?\d+)rpx/g, (_, n: string) => `calc(${n} * 100vw / 750)`)
    .replace(/(^|[}\s,])page(?=\s*[{,])/g, '$1&')
  // `:where` adds no specificity.
  return `:where(${around}) {\n${rules}\n}`
}

const page = (styles: string) => `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>mini-program</title>
<style>${styles}</style>
</head>
<body><script src="/__miniprogram/host.js"></script></body>
</html>`
