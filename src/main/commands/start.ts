import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { hostOf, isLoopback } from '#config/address.ts'
import type { HttpConfig } from '#config/http.ts'
import { pages } from '#contract/team/pages.ts'
import { shutdownLimits } from '#kit/shutdown.ts'
import type { RunningService } from '../start.ts'
import { type CommandInput, UsageError } from './command.ts'

const demoLogin = 'demo login: any word is a login, and the same word is always the same person'

export async function runStartCommand({ env, flags, say }: CommandInput): Promise<number> {
  // Installed first, so that a signal during the start lets the start finish and then closes properly.
  const stop = stopSignal()
  const { loadConfig } = await import('../load-config.ts')
  const [demo, lan] = [flags['demo'] === true, flags['lan'] === true]
  if (demo && lan)
    throw new UsageError(
      '--demo and --lan exclude each other: with --demo any word is a login, so it stays on this machine.',
    )
  const { env: given, notes } = lan ? await (await import('../lan.ts')).lanEnvironment(env) : { env, notes: [] }
  const config = await loadConfig(demo ? { ...given, DEMO_LOGIN: 'on' } : given, { serving: true })
  const [{ openLog }, { start }] = await Promise.all([import('../log.ts'), import('../start.ts')])
  const { log, dropped } = openLog(config.logLevel)
  endOnCrash(log)
  {
    await using running = await start(config, { log, dropped, demo })
    const onlyLogin = config.miniProgram?.kind === 'demo' && demoLogin
    const reach = lan ? [...(await lanLines(config.http)), ...notes] : reachLines(config.http, demo)
    const lines = [whereLine(config.http, running, lan), ...setUpLines(config.http, running)]
    say([...lines, running.demoTeam || onlyLogin || [], ...reach].flat().join('\n'))
    await stop
    endIfStuck(log)
  }
  // Node would wait for the reader of standard output, even if it stopped reading.
  if (process.stdout.writableLength > 0) process.exit(0)
  return 0
}

function whereLine({ publicUrl }: HttpConfig, { url }: RunningService, lan: boolean): string {
  const at = lan ? publicUrl : url
  return `Fettle is at ${at}  (the interface: ${at}/reference)`
}

function setUpLines({ local, publicUrl }: HttpConfig, { url, adminCode }: RunningService): string[] {
  if (!adminCode) return []
  return [`admin code: ${adminCode}`, `set up the team: ${local ? url : publicUrl}${pages.setUp}#${adminCode}`]
}

async function lanLines({ publicUrl }: HttpConfig): Promise<string[]> {
  const { terminalQr } = await import('../terminal-qr.ts')
  const colors = process.stdout.isTTY === true && process.stdout.hasColors()
  return [
    `\nDevices in the same network can open ${publicUrl}, or scan this:\n`,
    `${terminalQr(publicUrl, { colors })}\n`,
    'Nothing is encrypted on the way. For more than a room, put a proxy with TLS in front: docs/operating.md.',
  ]
}

/** Which devices can open the address, where that is not obvious. */
function reachLines({ local, host, publicUrl, trustProxy }: HttpConfig, demo: boolean): string[] {
  if (local) return demo ? [] : ['Only this computer can open it. For phones in the same network: npm start -- --lan']
  const isForwarded = trustProxy.length > 0
  if (!isLoopback(host) || isForwarded || isLoopback(hostOf(new URL(publicUrl)))) return []
  return [
    `PUBLIC_URL is ${publicUrl}, but Fettle listens on ${host}, which only this computer can reach.`,
    'Behind a proxy on this computer that is right; set TRUST_PROXY too.',
    `Without a proxy nothing answers at ${publicUrl}: start with npm start -- --lan, or set HOST=0.0.0.0.`,
  ]
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
