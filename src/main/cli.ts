import { setImmediate as turn } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ConfigError, type Environment } from '#config/config.ts'
import { type Command, CommandError, UsageError } from './commands/command.ts'
import { commands } from './commands.ts'

/** Runs one command line. Returns the exit code. */
export async function main(argv: readonly string[], env: Environment = process.env): Promise<number> {
  const [name = 'help', ...args] = argv
  if (name === 'help' || name === '--help' || name === '-h') return help(args[0])
  const command = named(name)
  if (!command) return complain(`There is no command "${name}".\n\n${overview()}`)
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h' }, 'env-file': { type: 'string' }, ...command.options },
    })
    if (values['help']) return help(name)
    const needed = command.takes.filter((word) => !word.startsWith('[')).length
    if (positionals.length < needed || positionals.length > command.takes.length)
      throw new UsageError(`"${name}" takes ${command.takes.join(' ') || 'no arguments'}.`)
    const run = await command.load()
    const code = await run({ env, words: positionals, flags: values, say: (text) => void say(text) })
    await turn() // errors of writes come a turn later
    return unwritten && !command.service ? complain(`Standard output cannot be written (${unwritten}).`) : code
  } catch (error) {
    if (error instanceof UsageError) return complain(`${error.message}\n\n${usage(name, command)}`)
    if (isBadFlag(error)) return complain(`${firstSentence(error.message)}\n\n${usage(name, command)}`)
    if (error instanceof ConfigError || error instanceof CommandError) return complain(error.message)
    const { diagnoseDamage, errorMessage } = await import('./error-messages.ts')
    return complain(errorMessage(await diagnoseDamage(error, env), Object.keys(command.options ?? {})))
  }
}

function named(name: string): Command | undefined {
  return Object.hasOwn(commands, name) ? commands[name] : undefined
}

function help(name: string | undefined): number {
  const command = name && named(name)
  return say(command ? usage(name, command) : overview())
}

function isBadFlag(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}

const firstSentence = (text: string) => text.replace(/\. .*/s, '.')

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
  return `npm run fettle -- ${[name, ...takes].join(' ')}

${summary}${help ? `\n${help}` : ''}

  --env-file <file>   read settings from a file; the environment takes precedence
  --help              this text
`
}

let unwritten: string | undefined

function say(text: string): number {
  // An error without a listener would end the process. A reader may leave early, as `head` does.
  process.stdout.removeAllListeners('error').on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') unwritten = code
  })
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`)
  return 0
}

function complain(text: string): number {
  process.stderr.on('error', () => {}) // the exit code reports the failure too
  process.stderr.write(text.endsWith('\n') ? text : `${text}\n`)
  return 1
}
