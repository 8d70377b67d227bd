import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { codeBlocks, text } from '../support/papers.ts'
import { newTeam } from '../support/team.ts'

const run = promisify(execFile)
const mark = '--8<--'

/** A page's commands as one script that prints a mark after each answer that the page shows, and the answers it shows. */
function followed(page: string): { script: string; shown: string[] } {
  const shown: string[] = []
  const script: string[] = []
  for (const block of codeBlocks(page).filter((block) => !block.startsWith('npm '))) {
    // What comes after a block's last shown answer may be anything, and so may a block that shows none.
    for (const [part] of `${block.trimEnd()}\n# `.matchAll(/(?:^# .*\n?)+|(?:^(?!# ).*\n)+/gm)) {
      if (!part.startsWith('# ')) {
        script.push(part)
        continue
      }
      shown.push(part.replaceAll(/^# /gm, '').trim())
      script.push(`printf '%s' '${mark}'`)
    }
  }
  return { script: script.join('\n'), shown }
}

/** Answers are compared as they stand; `…` is whatever is different each time, and where nothing is shown anything may come. */
function matches(answer: string, shown: string): boolean {
  const pattern = shown
    .split('…')
    .map((part) => RegExp.escape(part))
    .join('[^"]+')
  return shown === '' || new RegExp(`^${pattern}$`).test(answer.trim())
}

for (const page of ['docs/first-calls.md', 'docs/first-calls.zh-CN.md']) {
  test(`whoever follows ${page} sees what it shows`, async () => {
    await using team = await newTeam({ env: { DEMO_LOGIN: '', GUEST_LOGIN: '' } })
    const { script, shown } = followed(text(page))
    assert.ok(shown.length > 5)
    const here = script.replaceAll('http://127.0.0.1:8080', team.url).replaceAll('data/', `${team.fresh.dir}/`)
    const { stdout } = await run('bash', ['-euc', here], { maxBuffer: 2 ** 24 })
    const answers = stdout.split(mark).slice(0, -1)
    assert.equal(answers.length, shown.length)
    for (const [i, answer] of answers.entries()) {
      assert.ok(answer !== '' || shown[i] === '', 'a command says nothing')
      assert.ok(matches(answer, shown[i] ?? ''), `instead of ${shown[i]} came ${answer}`)
      assert.ok(shown[i]?.includes('"success":false') || !answer.includes('"success":false'), answer)
    }
  })
}
