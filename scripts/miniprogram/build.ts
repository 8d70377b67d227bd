import { cp, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { rolldown } from 'rolldown'
import sharp from 'sharp'
import { type IconName, iconSvg } from '#client/icons.ts'
import { callsOnly } from '../calls-only.ts'

const root = join(import.meta.dirname, '../..')
export const source = join(root, 'miniprogram')

interface AppConfig {
  readonly pages: readonly string[]
  readonly subPackages: readonly { readonly root: string; readonly pages: readonly string[] }[]
}

export const appConfig = async (folder: string): Promise<AppConfig> =>
  JSON.parse(await readFile(join(folder, 'app.json'), 'utf8')) as AppConfig // a file of this repository

export function pagesOf({ pages, subPackages }: AppConfig): string[] {
  return [...pages, ...subPackages.flatMap(({ root: folder, pages: own }) => own.map((page) => `${folder}/${page}`))]
}

/** Components used by pages and by other components. */
export async function componentsOf(folder: string, users: readonly string[]): Promise<string[]> {
  const found = new Set<string>()
  const look = async (user: string): Promise<void> => {
    const { usingComponents = {} } = JSON.parse(await readFile(join(folder, `${user}.json`), 'utf8')) as {
      usingComponents?: Record<string, string>
    }
    for (const path of Object.values(usingComponents).map((one) => one.replace(/^\//, ''))) {
      if (found.has(path)) continue
      found.add(path)
      await look(path)
    }
  }
  for (const user of users) await look(user)
  return [...found]
}

export async function buildMiniprogram({ url, out }: { readonly url: string; readonly out: string }): Promise<void> {
  await rm(out, { recursive: true, force: true })
  await mkdir(out, { recursive: true })
  await cp(source, out, { recursive: true, filter: (from) => !/\.ts$|tsconfig\.json$/.test(from) })
  await drawTabIcons(out)
  const pages = pagesOf(await appConfig(source))
  const scripts = ['app', ...pages, ...(await componentsOf(source, pages))]
  const bundle = await rolldown({
    input: Object.fromEntries(scripts.map((name) => [name, join(source, `${name}.ts`)])),
    platform: 'neutral',
    transform: { target: 'es2019', define: { SERVICE_URL: JSON.stringify(url) } },
    plugins: [callsOnly()],
  })
  await bundle.write({
    dir: out,
    format: 'cjs',
    exports: 'none',
    entryFileNames: '[name].js',
    // Chunks of the pages for members go into the package of these pages.
    chunkFileNames: ({ moduleIds }) =>
      moduleIds.some((id) => id.startsWith(join(source, 'team/'))) ? 'team/common/[name].js' : 'common/[name].js',
    minify: { mangle: true, compress: true },
  })
  await bundle.close()
}

interface Scheme extends Readonly<Record<string, string>> {
  readonly tabText: string
  readonly tabChosen: string
}

export const schemesOf = async (folder: string): Promise<Scheme[]> =>
  Object.values(JSON.parse(await readFile(join(folder, 'theme.json'), 'utf8')) as Record<string, Scheme>) // a file of this repository

/** The icons that a colour scheme names for the tab bar, which takes a PNG file for each colour. */
export function tabIconsOf(
  scheme: Scheme,
): { readonly file: string; readonly name: IconName; readonly colour: string }[] {
  const icons = ['home', 'list', 'person'] as const
  return icons.flatMap((name) => [
    { file: scheme[name] ?? '', name, colour: scheme.tabText },
    { file: scheme[`${name}Chosen`] ?? '', name, colour: scheme.tabChosen },
  ])
}

async function drawTabIcons(out: string): Promise<void> {
  for (const { file, name, colour } of (await schemesOf(out)).flatMap(tabIconsOf)) {
    await mkdir(dirname(join(out, file)), { recursive: true })
    await sharp(Buffer.from(iconSvg(name, colour)))
      .png()
      .toFile(join(out, file))
  }
}

/** WeChat's limits for one package, and for all packages together. */
export const maxBytes = { package: 2 * 1024 * 1024, all: 30 * 1024 * 1024 }

export async function sizesOf(folder: string): Promise<{ name: string; bytes: number }[]> {
  const roots = (await appConfig(folder)).subPackages.map(({ root }) => root)
  const sizes = new Map<string, number>(['main', ...roots].map((root) => [root, 0]))
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const root = roots.find((one) => file.startsWith(join(folder, one, '/'))) ?? 'main'
    sizes.set(root, (sizes.get(root) ?? 0) + (await stat(file)).size)
  }
  return [...sizes].map(([name, bytes]) => ({ name, bytes }))
}
