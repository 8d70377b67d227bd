import { Readable } from 'node:stream'
import { spec, type TestEvent } from 'node:test/reporters'

/** The usual report of a run, followed by messages of tests and by skipped tests with their reasons. */
// biome-ignore lint/style/noDefaultExport: the test runner asks for one
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const skipped = new Map<string, number>()
  const told: string[] = []
  const watched = async function* () {
    for await (const event of events) {
      const reason = event.type === 'test:pass' ? event.data.skip : undefined
      if (reason !== undefined && reason !== false) skipped.set(named(reason), (skipped.get(named(reason)) ?? 0) + 1)
      // Those without a file are sums of the runner.
      if (event.type === 'test:diagnostic' && event.data.file !== undefined) told.push(`\n${event.data.message}\n`)
      if (event.type === 'test:fail') told.push(...endOf(event.data))
      yield event
    }
  }
  for await (const part of Readable.from(watched()).compose(spec())) yield String(part)
  yield* told
  yield summary(skipped)
}

/** How the process of a test file ended, which its error does not say. */
function endOf({ name, details }: Extract<TestEvent, { readonly type: 'test:fail' }>['data']): string[] {
  const { exitCode, signal } = details.error as { exitCode?: number | null; signal?: string | null }
  return signal || exitCode ? [`\nThe process of ${name} ended with ${signal ?? exitCode}.\n`] : []
}

const named = (reason: string | boolean) => (typeof reason === 'string' ? reason : 'no reason is given')

function summary(skipped: ReadonlyMap<string, number>): string {
  const total = [...skipped.values()].reduce((sum, count) => sum + count, 0)
  if (total === 0) return '\nNo test was skipped.\n'
  const lines = [...skipped].map(([reason, count]) => `!!   ${count}: ${reason}`)
  return `\n!! SKIPPED: ${total} (a group of tests counts as one). This run says nothing about them.\n${lines.join('\n')}\n`
}
