import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { logIn, requestText } from '../shared/client.ts'
import { diskFolder, type Figure, interleaved, median } from '../shared/figures.ts'
import { Service } from '../shared/service.ts'
import { rate } from './load.ts'

const connections = 64
const rounds = 7
const ms = 2000

/** Measures durable feedback from 64 connections, committed in groups and one by one, by turns on the same disk. */
export async function groupCommit(): Promise<Figure[]> {
  using folder = diskFolder()
  const launch = (group: number) =>
    Service.launch({
      command: [process.execPath, join(import.meta.dirname, 'server.ts'), String(group)],
      dataDir: join(folder.dir, String(group)),
    })
  await using together = await launch(256)
  await using alone = await launch(1)
  const rates = await interleaved(
    { rounds },
    () => reportRate(alone.url),
    () => reportRate(together.url),
  )
  const [one, all] = [median(rates[0]), median(rates[1])]
  return [
    // A single commit takes at least this long. A disk that confirms from its cache leaves less to gain.
    { what: 'a flush of this disk', value: flushMs(folder.dir), unit: 'ms' },
    { what: `committed together (${folder.fileSystem}, ${connections} connections)`, value: all, unit: 'writes/s' },
    { what: 'one transaction each', value: one, unit: 'writes/s' },
    { what: 'ratio', value: all / one, unit: 'times', atLeast: 3 },
  ]
}

async function reportRate(url: string): Promise<number> {
  const reports = Array.from({ length: connections }, async (_, i) => {
    const token = await logIn(url, `bench-${i}`)
    return requestText(url, '/report', { token, content: '值班的同学很耐心，谢谢！' })
  })
  return rate(url, ms, await Promise.all(reports))
}

/** Measures how long the disk takes to sync a few pages. */
function flushMs(dir: string): number {
  const file = openSync(join(dir, 'flushed'), 'w')
  const pages = Buffer.alloc(20 * 1024)
  const times = Array.from({ length: 200 }, () => {
    writeSync(file, pages)
    const began = performance.now()
    fdatasyncSync(file)
    return performance.now() - began
  })
  closeSync(file)
  return median(times)
}
