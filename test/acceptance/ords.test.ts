import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { connect } from '#contract/client.ts'
import { tempDir } from '../support/databases.ts'
import { insertGeneratedRepairs, textsToScrub } from '../support/made-up-repairs.ts'
import { checkOrds } from '../support/ords.ts'
import { runProgram, startService } from '../support/program.ts'

test('the ords command previews open data, then writes it once, as a whole and by the standard', async (t) => {
  const cwd = tempDir()
  t.after(() => rmSync(cwd, { recursive: true, force: true }))
  const ords = (...args: string[]) => runProgram(['ords', ...args], { cwd })
  const unset = await ords()
  assert.equal(unset.code, 1)
  assert.match(
    unset.err,
    /^The standard requires the country\. Set it under Admin [^\n]+, or with --country, such as CHN\.\n$/,
  )
  assert.equal((await runProgram(['demo'], { cwd })).code, 0)

  const help = await runProgram(['help', 'ords'], { cwd })
  for (const flag of ['--from', '--until', '--out', '--country']) assert.ok(help.out.includes(flag), flag)
  for (const [args, sentence] of [
    [['--country', 'China'], /^--country takes the three letters/],
    [['--country', 'CHN', '--from', '2026-02-30'], /^--from must be/],
    [['--country', 'CHN', '--from', '2026-03-02', '--until', '2026-03-01'], /^--until [^\n]+\n$/],
  ] as const) {
    const refused = await ords(...args)
    assert.equal(refused.code, 1)
    assert.match(refused.err, sentence)
  }

  const preview = await ords('--country', 'chn')
  assert.equal(preview.code, 0, preview.err)
  assert.match(preview.out, /^Repairs: \d+\. The kind of product was guessed for \d+ of them/)
  assert.match(preview.out, /^Removed from their texts: email addresses: \d+, links/m)
  assert.equal(preview.out.match(/^"campusrepair-\d+"/gm)?.length, 5)
  assert.match(preview.out, /^Nothing was written\. Use --out <file> to write a file\.$/m)

  await insertGeneratedRepairs(
    { kind: 'sqlite', file: join(cwd, 'data/fettle.db'), backups: { dir: '', keepDays: 1 } },
    1200,
    Date.now(),
  )
  {
    await using service = await startService({ cwd })
    const written = await ords('--country', 'CHN', '--out', 'all.csv')
    assert.equal(written.code, 0, written.err)
    const text = readFileSync(join(cwd, 'all.csv'), 'utf8')
    const { rows, wrong } = checkOrds(text)
    assert.deepEqual(wrong, [])
    assert.ok(rows.length > 1220, 'the repairs of the demo team are exported too')
    assert.match(written.out, new RegExp(`^Repairs: ${rows.length}\\.`))
    for (const secret of textsToScrub) assert.ok(!text.includes(secret), secret)
    assert.equal((statSync(join(cwd, 'all.csv')).mode & 0o777).toString(8), '600')

    const [day = ''] = rows.slice(100).map((row) => row['event_date'])
    assert.equal((await ords('--country', 'CHN', '--from', day, '--until', day, '--out', 'day.csv')).code, 0)
    const ofDay = checkOrds(readFileSync(join(cwd, 'day.csv'), 'utf8')).rows
    assert.deepEqual(
      ofDay,
      rows.filter((row) => row['event_date'] === day),
    )

    const again = await ords('--country', 'CHN', '--out', 'all.csv')
    assert.equal(again.code, 1)
    assert.match(again.err, /^all\.csv already exists and was not changed[^\n]+\n$/)
    assert.equal(readFileSync(join(cwd, 'all.csv'), 'utf8'), text)
    const nowhere = await ords('--country', 'CHN', '--out', 'no/such/folder.csv')
    assert.equal(nowhere.code, 1)
    assert.match(nowhere.err, /^There is no folder .*no\/such\.\n$/)
    assert.deepEqual(readdirSync(cwd).sort(), ['all.csv', 'data', 'day.csv'], 'no partial file is left')

    const { token } = await connect({ url: service.url }).session.login({ code: 'guest' })
    const admin = connect({ url: service.url, token: () => token, lang: () => 'en_US' })
    await admin.members.login({ code: /^admin code: (\S+)$/m.exec(service.said())?.[1] ?? '' })
    const { list } = await admin.admin.log({ target: 8 })
    assert.deepEqual(
      list.map(({ current }) => current.info).filter((info) => !info.startsWith('imported ')), // the demo team's own
      [
        `open data, ${day} – ${day}: ${ofDay.length} ${ofDay.length === 1 ? 'repair' : 'repairs'}`,
        `open data, from the beginning – until now: ${rows.length} repairs`,
      ],
      'previews and failed exports are not logged',
    )
  }
})
