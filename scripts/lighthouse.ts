import lighthouse from 'lighthouse'
import { chromium } from 'playwright-core'
import { pages } from '#contract/team/pages.ts'
import { chromiumLaunchOptions } from '../test/support/chromium.ts'
import { diskFolder, median } from './shared/figures.ts'
import { Service } from './shared/service.ts'

// Lighthouse scores of the start page and the desk on a slow phone, with the demo team: the median of three rounds, because other work
// of the machine disturbs. Lighthouse's default phone is four times slower than a fast desk computer. On another machine the factor
// follows from the benchmark index that Lighthouse measures.
const fastComputer = 1750
const phonesAreSlower = 4
const atLeast = 95
const categories = ['performance', 'accessibility', 'best-practices']
const rounds = 3

using data = diskFolder()
using profile = diskFolder()
await using service = await Service.launch({ dataDir: data.dir, options: ['--demo'] })
const port = 9322 + (process.pid % 500)
const { args, ...options } = await chromiumLaunchOptions()
const browser = await chromium.launchPersistentContext(profile.dir, {
  ...options,
  args: [...args, `--remote-debugging-port=${port}`],
  locale: 'en-US',
})
const { environment } = await look(pages.portal)
const slower = Math.max(1, (phonesAreSlower * environment.benchmarkIndex) / fastComputer)
process.stdout.write(
  `Benchmark index of this machine: ${environment.benchmarkIndex.toFixed(0)}; the phone is ${slower.toFixed(1)} times slower\n`,
)
await judge(pages.portal)
// Lighthouse keeps cookies but clears other storage, so the member has to stay signed in.
const page = await browser.newPage()
await page.goto(service.url + pages.signIn)
await page.getByLabel('Name').fill('demo-member-1')
await page.getByRole('checkbox', { name: 'Stay signed in' }).setChecked(true)
await page.getByRole('button', { name: 'Log in', exact: true }).click()
await page.waitForURL(service.url + pages.desk)
await page.close()
await judge(pages.desk)
await browser.close()

async function look(path: string, cpuSlowdownMultiplier = phonesAreSlower) {
  const found = await lighthouse(service.url + path, {
    port,
    onlyCategories: categories,
    logLevel: 'error',
    throttling: { cpuSlowdownMultiplier },
    // The page keeps its live connection open, so the network never becomes idle, which Lighthouse waits for.
    maxWaitForLoad: 12_000,
  })
  if (!found) throw new Error('Lighthouse returned no result')
  return found.lhr
}

async function judge(path: string): Promise<void> {
  const scores = new Map<string, number[]>(categories.map((name) => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    const { categories: found, audits } = await look(path, slower)
    for (const [name, list] of scores) list.push(100 * (found[name]?.score ?? 0))
    for (const audit of Object.values(audits))
      if (round === 0 && audit.score !== null && audit.score < 0.9)
        process.stdout.write(`  ${audit.title}: ${audit.displayValue ?? ''}\n`)
  }
  for (const [name, list] of scores) {
    const score = Math.round(median(list))
    process.stdout.write(`${path} ${name}: ${score} (${list.map(Math.round).join(', ')})\n`)
    if (score < atLeast) process.exitCode = 1
  }
}
