import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { pages } from '#contract/team/pages.ts'
import { shutdownLimits } from '#kit/shutdown.ts'
import type { CommandInput } from './command.ts'

const demoLogin = 'demo login: any word is a login, and the same word is always the same person'

export async function runStartCommand({ env, flags, say }: CommandInput): Promise<number> {
  // Installed first, so that a signal during the start lets the start finish and then closes properly.
  const stop = stopSignal()
  const { loadConfig } = await import('../load-config.ts')
  const demo = flags['demo'] === true
  const config = await loadConfig(demo ? { ...env, DEMO_LOGIN: 'on' } : env, { serving: true })
  const [{ openLog }, { start }] = await Promise.all([import('../log.ts'), import('../start.ts')])
  const { log, dropped } = openLog(config.logLevel)
  endOnCrash(log)
  {
    await using running = await start(config, { log, dropped, demo })
    const pagesAt = config.http.local ? running.url : config.http.publicUrl
    const setUp = `${pagesAt}${pages.setUp}#${running.adminCode}`
    const adminCode = running.adminCode ? `\nadmin code: ${running.adminCode}\nset up the team: ${setUp}` : ''
    const onlyLogin = config.miniProgram?.kind === 'demo' && demoLogin
    const logins = running.demoTeam || onlyLogin ? `\n${running.demoTeam || onlyLogin}` : ''
    say(`Fettle is at ${running.url}  (the interface: ${running.url}/reference)${adminCode}${logins}`)
    await stop
    endIfStuck(log)
  }
  // Node would wait for the reader of standard output, even if it stopped reading.
  if (process.stdout.writableLength > 0) process.exit(0)
  return 0
}

/** Later signals are ignored, because a terminal and npm each send one for Ctrl-C, and closing has a time limit. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => resolve())
  })
}

/** After an uncaught error the state is unknown. Answered writes are on disk, and the process manager restarts the service. */
function endOnCrash(log: Logger): void {
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'Fettle has crashed')
    process.exit(1)
  })
}

/**
 * Ends the process if closing takes too long. A hanging disk can block this thread and the end of the process, so another thread kills it.
 * Answered writes are on disk.
 */
function endIfStuck(log: Logger): void {
  const end = `setTimeout(() => process.kill(process.pid, 'SIGKILL'), require('node:worker_threads').workerData)`
  new Worker(end, { eval: true, workerData: shutdownLimits.killMs, env: {}, execArgv: [] })
    .on('error', () => {})
    .unref()
  setTimeout(() => {
    log.fatal('closing takes too long')
    process.exit(1)
  }, shutdownLimits.wholeMs).unref()
}
