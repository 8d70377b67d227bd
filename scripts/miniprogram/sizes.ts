import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { appConfig } from './build.ts'

/** The limits of WeChat for one package, and for all together. */
export const mostBytes = { package: 2 * 1024 * 1024, all: 30 * 1024 * 1024 }

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
