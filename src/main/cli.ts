import { parseArgs } from 'node:util'
import { ConfigError, type Environment } from '#config/config.ts'
import { type ErrorCode, Refusal } from '#contract/errors.ts'
import { words } from '#contract/words/index.ts'
import { sentence } from '#contract/words/words.ts'
import { BackupError } from '#store/backup.ts'
import { Unavailable } from '#store/engine.ts'
import { Locked } from '#store/lock.ts'
import { NewerSchema } from '#store/migrate.ts'
import { Damaged } from '#store/open.ts'
import { backupCommand } from './commands/backup.ts'
import { checkCommand } from './commands/check.ts'
import type { Command } from './commands/command.ts'
import { configCommand } from './commands/config.ts'
import { demoCommand } from './commands/demo.ts'
import { inviteCommand } from './commands/invite.ts'
import { migrateCommand } from './commands/migrate.ts'
import { restoreCommand } from './commands/restore.ts'
import { startCommand } from './commands/start.ts'
import { NotEmpty } from './demo.ts'

const commands: Readonly<Record<string, Command>> = {
  start: startCommand,
  config: configCommand,
  check: checkCommand,
  migrate: migrateCommand,
  backup: backupCommand,
  restore: restoreCommand,
  invite: inviteCommand,
  demo: demoCommand,
}

/** Runs one command line; answers the exit code. */
export async function main(argv: readonly string[], env: Environment = process.env): Promise<number> {
  const [name = 'help', ...args] = argv
  if (name === 'help' || name === '--help' || name === '-h') return say(overview())
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) return complain(`There is no command "${name}".\n\n${overview()}`)
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h' }, 'env-file': { type: 'string' }, ...command.options },
    })
    if (values['help']) return say(usage(name, command))
    if (positionals.length !== command.takes.length) return complain(usage(name, command))
    return await command.run({ env, words: positionals, flags: values, say: (text) => void say(text) })
  } catch (error) {
    return complain(explained(error))
  }
}

/** What people can mend themselves is a sentence; the rest is a fault of ours and shows where it happened. */
function explained(error: unknown): string {
  const plain = [ConfigError, BackupError, Locked, NewerSchema, Damaged, NotEmpty]
  if (plain.some((kind) => error instanceof kind)) return (error as Error).message // one of the kinds above
  if (error instanceof Refusal) return sentence<ErrorCode>(words.en_US, error.code, error.facts)
  if (error instanceof Unavailable) return `The database cannot be reached: ${withoutSecrets(error.message)}`
  const { code, message, stack } = error as NodeJS.ErrnoException // whatever was thrown; each part is optional
  if (code?.startsWith('ERR_PARSE_ARGS')) return message
  if (code === 'EADDRINUSE' || code === 'EACCES' || code === 'EADDRNOTAVAIL')
    return `HOST and PORT cannot be listened on: ${code}`
  return withoutSecrets(stack ?? String(error))
}

const withoutSecrets = (text: string) => text.replace(/(\w+:\/\/[^:@/\s]*):[^@/\s]*@/g, '$1:(hidden)@')

function overview(): string {
  const width = Math.max(...Object.entries(commands).map(([name, { takes }]) => [name, ...takes].join(' ').length))
  const lines = Object.entries(commands).map(
    ([name, { takes, summary }]) => `  ${[name, ...takes].join(' ').padEnd(width)}  ${summary}`,
  )
  return `Fettle: tickets and duty for volunteer repair teams.

  npm start                            run the service
  npm run fettle -- <command>          one of these:

${lines.join('\n')}

  npm run fettle -- <command> --help   what a command does and takes

Settings come from the environment, or from a file: --env-file .env (docs/configuration.md lists them).
`
}

function usage(name: string, { takes, summary, help }: Command): string {
  return `npm run fettle -- ${[name, ...takes].join(' ')}\n\n${summary}\n${help ? `\n${help}\n` : ''}`
}

function say(text: string): number {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`)
  return 0
}

function complain(text: string): number {
  process.stderr.write(text.endsWith('\n') ? text : `${text}\n`)
  return 1
}
