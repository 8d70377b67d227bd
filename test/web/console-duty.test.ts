import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accessibilityViolations } from '../support/axe.ts'
import { logIn, noBrowser, openBrowser } from '../support/browser.ts'
import { timetable } from '../support/staffed.ts'
import { newTeam } from '../support/team.ts'

test('an administrator creates, activates and copies a roster, and overrides duty for a day', {
  skip: noBrowser,
}, async () => {
  await using team = await newTeam()
  const admin = await team.admin()
  await admin.users.updateLocale({ lang: 'zh_CN' })
  await admin.admin.updateSettings({ timetable, minimumPerShift: 2 })
  for (const name of ['安然', 'Bob']) await admin.admin.invite({ name })
  await using browser = await openBrowser()
  const { page, complaints } = await browser.open({ width: 360, locale: 'zh-CN' })
  await page.clock.setFixedTime('2026-11-16T01:30:00Z')
  await logIn(page, team.url, admin.token)
  const click = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }).click()
  const told = async () => {
    const { currentDuty, inDutyCnt, offDutyReason } = await team.anyone.duty.info()
    return [currentDuty, inDutyCnt, offDutyReason]
  }

  await page.goto(`${team.url}/console/rosters`)
  await page.getByRole('link', { name: '新建排班表' }).click()
  await page.getByLabel('名称').fill('秋季学期')
  await click(/^星期一 第 1 班/)
  const slot = page.getByRole('dialog')
  await slot.getByRole('checkbox', { name: '安然' }).check()
  assert.deepEqual(await accessibilityViolations(page, '[role=dialog]'), [])
  await slot.getByRole('button', { name: '完成' }).click()
  const warnings = page.getByRole('status')
  await warnings.getByRole('button', { name: /星期一 · 第 1 班\s*人手不足/ }).waitFor()
  const monday = page.locator('[data-slot="1/1"]')
  assert.equal(await monday.getAttribute('data-warned'), 'true')
  await click(/^星期一 第 1 班/)
  await slot.getByRole('checkbox', { name: 'Bob' }).check()
  await page.keyboard.press('Escape')
  await page.getByText('开放的班次都有人，也都有组长。').waitFor()
  assert.equal(await monday.getAttribute('data-warned'), 'false')
  assert.deepEqual(await monday.locator('[data-leader=true]').allInnerTexts(), ['安然 · 组长'])
  // The focus is back on the slot. Keys move it one shift further down.
  await page.locator('[data-slot="1/1"]:focus').waitFor()
  const focused = () => page.locator(':focus').getAttribute('data-slot')
  const walked: (string | null)[] = []
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowLeft', 'ArrowUp', 'ArrowDown']) {
    await page.keyboard.press(key)
    walked.push(await focused())
  }
  assert.deepEqual(walked, ['2/1', '3/1', '3/2', '2/2', '1/2', '1/1', '1/2'])
  await page.keyboard.press('Enter')
  await slot.getByRole('switch', { name: '这一班开放' }).press('Space')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /星期一 · 第 2 班\s*没有人/ }).waitFor()
  await page.locator('[data-slot="1/2"]').getByText('没有人').waitFor()
  await click('保存为草稿')
  await page.getByText('每周 2 班').waitFor()
  await page.getByText('未启用', { exact: true }).waitFor()
  assert.deepEqual(await told(), ['0', 0, ''])
  await click('启用')
  await page.getByText('正在使用').waitFor()
  assert.deepEqual(await told(), ['1', 2, ''])
  await page.getByRole('link', { name: '复制到新学期' }).click()
  assert.equal(await page.getByLabel('名称').inputValue(), '秋季学期（副本）')
  await page.getByLabel('名称').fill('春季学期')
  // One day is copied to another. The print is the week as a table on one sheet.
  await click('把星期一复制到')
  await slot.getByRole('checkbox', { name: '星期三' }).check()
  await slot.getByRole('button', { name: '复制' }).click()
  const copied = page.locator('[data-slot="3/1"]')
  await copied.filter({ hasText: 'Bob' }).waitFor()
  assert.match(await copied.innerText(), /安然 · 组长\s+Bob/)
  await page.emulateMedia({ media: 'print' })
  assert.deepEqual(
    (await page.locator('tbody tr:visible').first().innerText()).split('\t').map((cell) => cell.trim()),
    ['第 1 班', '09:00–12:00\n安然 · 组长\nBob', '', '09:00–12:00\n安然 · 组长\nBob', '', '', '', ''],
  )
  assert.equal(await page.getByLabel('名称').isVisible(), false)
  await page.emulateMedia({ media: 'screen' })
  await click('保存并启用')
  await page.getByText('春季学期').waitFor()
  const { current, list } = await admin.rosters.list()
  assert.deepEqual(
    list.map(({ id, name, sheet }) => [name, id === current, sheet]),
    [true, false].map((inUse) => [
      inUse ? '春季学期' : '秋季学期',
      inUse,
      [
        { weekday: 1, shift: 1, workers: ['安然', 'Bob'], leader: '安然' },
        { weekday: 1, shift: 2, workers: [], leader: '' },
        ...(inUse
          ? [
              { weekday: 3, shift: 1, workers: ['安然', 'Bob'], leader: '安然' },
              { weekday: 3, shift: 2, workers: [], leader: '' },
            ]
          : []),
      ],
    ]),
  )

  // Another administrator changes the roster meanwhile. Saving here must not overwrite that.
  await page.getByRole('link', { name: '打开：春季学期' }).click()
  await page.getByLabel('名称').fill('春')
  const arrived = page.waitForResponse((response) => response.url().endsWith('/admin/sheet/list'))
  await admin.rosters.update({ id: current, name: '夏季学期', sheet: list[0]?.sheet ?? [] })
  await arrived
  await click('保存')
  await page.getByText('其他人刚刚修改了这张排班表').waitFor()

  // Links, "back" and closing the tab ask about unsaved changes.
  const question = page.getByRole('dialog', { name: '有修改没有保存' })
  await page.getByRole('link', { name: '所有排班表' }).click()
  await question.waitFor()
  assert.deepEqual(await accessibilityViolations(page, 'dialog'), [])
  assert.equal(await page.locator(':focus').innerText(), '留在这里')
  await page.keyboard.press('Escape')
  assert.equal(await page.getByLabel('名称').inputValue(), '春')
  // A second question comes before the first has closed.
  const link = page.getByRole('link', { name: '所有排班表' })
  await link.click()
  await question.waitFor()
  await page.evaluate(`document.querySelector('dialog').close()
    document.querySelector('a[href="/console/rosters"]:not(nav a)').click()`)
  await click('留在这里')
  await question.waitFor({ state: 'detached' })
  await page.evaluate('history.back()')
  await click('留在这里')
  assert.equal(await page.getByLabel('名称').inputValue(), '春')
  const closing = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const asked = await closing
  assert.equal(asked.type(), 'beforeunload')
  await asked.dismiss()
  await page.evaluate('history.back()')
  await click('不保存，离开')
  await page.getByRole('link', { name: '打开：夏季学期' }).click()
  // A change that was taken back asks no question.
  await page.getByLabel('名称').fill('春')
  await page.getByLabel('名称').fill('夏季学期')
  await page.getByRole('link', { name: '所有排班表' }).click()
  await page.getByRole('link', { name: '打开：夏季学期' }).click()
  await page.getByLabel('名称').fill('春')
  await page.getByRole('link', { name: '所有排班表' }).click()
  await click('不保存，离开')
  await page.getByRole('link', { name: '打开：夏季学期' }).waitFor()

  await page.goto(`${team.url}/console/duty`)
  const now = page.getByRole('region', { name: '大家看到的状态' })
  await now.getByText('开放中：第 1 班').waitFor()
  await now.getByText('2 人在岗（排班：安然、Bob）').waitFor()
  await page.getByRole('radio', { name: /^暂停值班/ }).check()
  await click('保存')
  await page.getByText('暂停值班需要在原因中填写原因。').waitFor()
  await page.getByRole('textbox', { name: '原因' }).fill('期末考试')
  const preview = page.getByText('保存后，大家将看到').locator('..')
  await preview.getByText('值班暂停').waitFor()
  await preview.getByText('直到有人再改').waitFor()
  assert.deepEqual(await accessibilityViolations(page), [])
  assert.deepEqual(await told(), ['1', 2, ''], 'nothing is written before it is saved')
  await click('保存')
  await now.getByText('原因：期末考试').waitFor()
  assert.deepEqual(await told(), ['off', 0, '期末考试'])
  await page.goto(team.url)
  await page.getByText('期末考试').waitFor()
  await page.goto(`${team.url}/console/duty`)
  await page.getByRole('radio', { name: /^现在开放/ }).check()
  const choice = page.getByLabel('按哪一班').getByRole('option')
  await choice.nth(1).waitFor({ state: 'attached' })
  const shifts = await choice.allInnerTexts()
  assert.deepEqual(shifts, ['第 1 班', '第 2 班', '第 3 班'])
  await page.getByRole('radio', { name: /^按排班表/ }).check()
  await preview.getByText('开放中：第 1 班').waitFor()
  await click('保存')
  await now.getByText('开放中：第 1 班').waitFor()
  assert.deepEqual(await told(), ['1', 2, ''])
  assert.doesNotMatch(await now.innerText(), /管理员/)
  assert.equal(await page.getByRole('radio', { name: /^按排班表/ }).count(), 0, 'there is no entry to take back')
  await page.getByRole('radio', { name: /^特殊值班/ }).check()
  await page.getByLabel('地点').fill('东门')
  await page.getByLabel('开始', { exact: true }).fill('2026-11-20T10:00')
  await page.getByLabel('结束', { exact: true }).fill('2026-11-20T09:00')
  await click('保存')
  await page.getByText('特殊值班的结束时间必须晚于开始时间').first().waitFor()
  await page.getByLabel('结束', { exact: true }).fill('2026-11-20T12:00')
  await page.getByText('从开始时间起，大家将看到').waitFor()
  await click('保存')
  const planned = page.getByRole('region', { name: '安排好的特殊值班' })
  await planned.getByText('东门').waitFor()
  // The later plan wins, and the earlier one says so.
  await admin.duty.update({ isInDuty: false, currentDuty: 'off', offDutyReason: '停电' })
  await planned.getByText('后来的设定优先').waitFor()
  await planned.getByRole('button', { name: '取消安排' }).click()
  await planned.getByRole('button', { name: '取消安排' }).click()
  await planned.getByText('没有安排。').waitFor()
  assert.deepEqual(complaints, [])
})
