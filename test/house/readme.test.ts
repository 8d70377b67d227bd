import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { codeBlocks, text } from '../support/papers.ts'
import { newTeam } from '../support/team.ts'

const run = promisify(execFile)
const mark = '--8<--'

/** A page's commands as one script that prints a mark where the page shows an answer, and the answers it shows. */
function followed(page: string): { script: string; shown: string[] } {
  const shown: string[] = []
  const lines = codeBlocks(page)
    .filter((block) => !block.startsWith('npm '))
    .flatMap((block) => [...block.trimEnd().split('\n'), '# '])
    .map((line) => {
      if (!line.startsWith('# ')) return line
      shown.push(line.slice(2))
      return `printf '%s' '${mark}'`
    })
  return { script: lines.join('\n'), shown }
}

/** Answers are compared as they stand; `…` is whatever is different each time, and where nothing is shown anything may come. */
function matches(answer: string, shown: string): boolean {
  const pattern = shown
    .split('…')
    .map((part) => RegExp.escape(part))
    .join('[^"]+')
  return shown === '' || new RegExp(`^${pattern}$`).test(answer)
}

for (const readme of ['README.md', 'README.zh-CN.md']) {
  test(`whoever follows ${readme} sees what it shows`, async () => {
    await using team = await newTeam()
    const { script, shown } = followed(text(readme))
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
