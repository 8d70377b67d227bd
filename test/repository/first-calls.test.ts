import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { pushPeer } from '../peers/push.ts'
import { smtpPeer } from '../peers/smtp.ts'
import { confirmMail } from '../support/messages.ts'
import { allMatches, codeBlocks, fileText, markdownPages } from '../support/repository-files.ts'
import { newTeam } from '../support/team.ts'

const run = promisify(execFile)
const mark = '--8<--'

/** A page's commands as one script that prints a mark after each answer that the page shows, and the answers it shows. */
function followed(page: string): { script: string; shown: string[] } {
  const shown: string[] = []
  const script: string[] = []
  for (const block of codeBlocks(page).filter((block) => !block.startsWith('npm '))) {
    // Commands after the last shown answer of a block may answer anything, and so may a block without answers.
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

/** Compares answers literally; `…` matches any text, and a missing answer matches any answer. */
function matches(answer: string, shown: string): boolean {
  const pattern = shown
    .split('…')
    .map((part) => RegExp.escape(part))
    .join('[^"]+')
  return shown === '' || new RegExp(`^${pattern}$`).test(answer.trim())
}

const walks = ['docs/first-calls.md', 'docs/first-calls.zh-CN.md']

for (const page of walks) {
  test(`the calls shown in ${page} get the answers that it shows`, async () => {
    await using team = await newTeam({ env: { DEMO_LOGIN: '', GUEST_LOGIN: '' } })
    const { script, shown } = followed(fileText(page))
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

/** Runs one command of a document with this token, against the service at this address. */
async function answered(command: string, url: string, token: string): Promise<unknown> {
  const here = command.replaceAll(/https:\/\/repair\.example\.(?:org|edu)/g, url)
  const { stdout } = await run('bash', ['-euc', here], { env: { ...process.env, TOKEN: token } })
  return JSON.parse(stdout)
}

/** Topics whose commands need another system: starts it, runs the commands and checks the result. */
const withPeers: Readonly<Record<string, (commands: readonly string[]) => Promise<void>>> = {
  async 'messages-push'(commands) {
    let clock = 0
    await using peer = await pushPeer(() => clock)
    await using team = await newTeam({ env: { WEB_PUSH_SERVICE: peer.url, WEB_PUSH: 'on' } })
    clock = team.now()
    const admin = await team.admin()
    const { push } = await admin.messages.choices()
    await admin.messages.subscribe(peer.subscribe(push?.key ?? ''))
    for (const command of commands)
      assert.deepEqual(await answered(command, team.url, admin.token), { success: true, data: {} }, command)
    assert.equal(peer.pushed.length, commands.length)
  },
  async 'messages-mail'(commands) {
    await using peer = await smtpPeer()
    await using team = await newTeam({ env: { SMTP_URL: peer.url, MAIL_FROM: 'Repair team <repair@example.org>' } })
    const admin = await team.admin()
    team.secret('admin@example.org')
    await confirmMail(admin, peer, 'admin@example.org')
    const before = peer.mails.length
    for (const command of commands)
      assert.deepEqual(await answered(command, team.url, admin.token), { success: true, data: {} }, command)
    assert.equal(peer.mails.length - before, commands.length)
  },
}

/** The English and the Chinese page of a topic have the same commands. */
const tried = Object.entries(withPeers).flatMap(([topic, tryOut]) =>
  [`docs/${topic}.md`, `docs/${topic}.zh-CN.md`].map((page) => ({ page, tryOut })),
)

/** Commands in blocks, also in indented blocks of lists. */
const curlsIn = (page: string) =>
  allMatches(page, /^ *```sh\n([\s\S]*?)^ *```$/gm).flatMap((block) => block.match(/^ *curl .*$/gm) ?? [])

test('the curl commands of every document are run by a test', () => {
  const pages = [...markdownPages()].filter(([, page]) => /^ *(?:\$ )?curl /m.test(page)).map(([file]) => file)
  assert.deepEqual(pages.toSorted(), [...walks, ...tried.map(({ page }) => page)].toSorted())
})

for (const { page, tryOut } of tried)
  test(`the curl commands of ${page} do what it says`, async () => {
    const commands = curlsIn(fileText(page))
    assert.ok(commands.length > 0)
    await tryOut(commands)
  })
