import lighthouse from 'lighthouse'
import { pages } from '#contract/team/pages.ts'
import { median } from './shared/figures.ts'
import { type Role, slowPhone } from './shared/slow-phone.ts'

// Lighthouse scores on a slow phone, with the demo team: the median of three rounds, because other work of the machine disturbs.
const atLeast = 95
const categories = ['performance', 'accessibility', 'best-practices']
const rounds = 3
const judged: readonly (readonly [path: string, as?: Role])[] = [
  [pages.portal],
  [pages.signIn],
  [pages.newTicket, 'user'],
  [pages.myTickets, 'user'],
  [pages.desk, 'member'],
  ['/desk/tickets/134', 'member'],
  ['/desk/shifts', 'member'],
  [pages.console, 'admin'],
]

await using phone = await slowPhone()
let who: Role | undefined
for (const [path, as] of judged) {
  if (as && as !== who) await phone.logIn(as)
  who = as
  await judge(path)
}

async function look(path: string) {
  const found = await lighthouse(phone.url + path, {
    port: phone.port,
    onlyCategories: categories,
    logLevel: 'error',
    throttling: { cpuSlowdownMultiplier: phone.slower },
    // The page keeps its live connection open, so the network never becomes idle, which Lighthouse waits for.
    maxWaitForLoad: 12_000,
  })
  if (!found) throw new Error('Lighthouse returned no result')
  return found.lhr
}

async function judge(path: string): Promise<void> {
  const scores = new Map<string, number[]>(categories.map((name) => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    const { categories: found, audits } = await look(path)
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
