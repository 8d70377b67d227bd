import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildMiniprogram, sizesOf } from './miniprogram/build.ts'

/** Builds the mini-program for the service of a team. */
const { values } = parseArgs({ options: { url: { type: 'string' } } })
if (!values.url || !/^https:\/\/[^/]+$/.test(values.url)) {
  process.stderr.write('Say where the service is: npm run miniprogram -- --url https://repair.example.edu\n')
  process.exitCode = 1
} else {
  const out = join(import.meta.dirname, '../dist/miniprogram')
  await buildMiniprogram({ url: values.url, out })
  process.stdout.write(`Built into dist/miniprogram, for ${values.url}.\n`)
  for (const { name, bytes } of await sizesOf(out)) process.stdout.write(`  ${name}: ${Math.ceil(bytes / 1024)} KB\n`)
}
