import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

// Plain JavaScript, because `npm ci` may run it on an old Node.
const root = join(dirname(fileURLToPath(import.meta.url)), '..')

// A production install has no Vite, and contains the built pages.
if (existsSync(join(root, 'node_modules/vite'))) {
  const { build } = await import('vite')
  await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
  const dist = join(root, 'web/dist')
  // The service worker caches these files. Its name changes when one of them does.
  const built = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(js|css|svg|html)$/.test(name),
  )
  const hash = createHash('sha256')
  for (const name of built.sort()) hash.update(name).update(readFileSync(join(dist, name)))
  const files = built.filter((name) => name !== 'index.html').map((name) => `/${name}`)
  const kept = JSON.stringify({ name: `fettle-${hash.digest('hex').slice(0, 16)}`, files })
  const worker = readFileSync(join(root, 'web/worker.js'), 'utf8')
  writeFileSync(
    join(dist, 'worker.js'),
    worker.replace(/^const build = .*$/m, () => `const build = ${kept}`),
  )
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|css|html|svg)$/.test(name)) continue
    const file = join(dist, name)
    const bytes = readFileSync(file)
    if (bytes.length < 1024) continue
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}
