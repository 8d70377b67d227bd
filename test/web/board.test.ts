import assert from 'node:assert/strict'
import { test } from 'node:test'
import { langs } from '#contract/languages.ts'
import { isNewCall, layoutOf, pageAt } from '#web/pages/board/paging.ts'
import { madeUpDisplay } from '../support/board-display.ts'
import { boardStates } from '../support/board-states.ts'
import { noBrowser, openBrowser } from '../support/browser.ts'
import { clippingFaults } from '../support/clipping.ts'
import { addRoster } from '../support/staffed.ts'
import { newTeam } from '../support/team.ts'

const displays = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 3840, height: 2160 },
  { width: 1080, height: 1920 },
]

test('the board cuts off and covers nothing in any state, its state is the largest word, and all is readable from afar', {
  skip: noBrowser,
}, async () => {
  await using team = await newTeam()
  await using browser = await openBrowser()
  // Side by side, because a page mostly waits for its next frame.
  const found = await Promise.all(
    langs.map(async (lang) => {
      const { page, complaints } = await browser.open()
      const faults: string[] = []
      const show = await madeUpDisplay(page, team.url, lang)
      // Nothing is drawn, because drawing takes the most time on a large display.
      await page.addStyleTag({ content: 'body { opacity: 0 }' })
      for (const { width, height } of displays) {
        await page.setViewportSize({ width, height })
        const least = (24 * Math.min(width, height)) / 720
        for (const state of boardStates(lang)) {
          await show(state)
          for (const fault of await clippingFaults(page, { largest: 'section[data-state] h2', least }))
            faults.push(`${width}×${height}, ${state.name}: ${fault}`)
          if (state.name.includes('paused') && (await page.getByText(/Open today|今天开放/).count()) > 0)
            faults.push(`${state.name} says that the team is open today`)
        }
      }
      return [...faults, ...complaints]
    }),
  )
  assert.deepEqual(found.flat(), [])
})

test('the check of the board finds words that are cut off, covered, too small, or larger than the state', {
  skip: noBrowser,
}, async () => {
  await using browser = await openBrowser()
  const { page } = await browser.open({ width: 1280, height: 720 })
  const faultsOf = async (more: string) => {
    await page.setContent(
      `<style>* { margin: 0 }</style><body style="font-size: 40px"><h2 style="font-size: 80px">Open</h2>${more}`,
    )
    return clippingFaults(page, { largest: 'h2', least: 24 })
  }
  const cut = '<p style="width: 200px; overflow: hidden; white-space: nowrap">Opens tomorrow at nine</p>'
  const covered = '<p style="position: absolute; top: 40px">Led by Ann</p>'
  assert.deepEqual(await faultsOf('<p>Opens tomorrow</p>'), [])
  assert.match((await faultsOf(cut)).join('\n'), /to the side: p “Opens.*\ncut by p/)
  assert.match(
    (await faultsOf(`<div style="height: 60px; overflow: hidden">${'<p>Led by Ann</p>'.repeat(3)}</div>`)).join(),
    /px below/,
  )
  assert.match(
    (await faultsOf('<p style="position: absolute; left: 1200px; white-space: nowrap">Led by Ann</p>')).join(),
    /outside of the window/,
  )
  assert.match((await faultsOf(covered)).join(), /“Open” overlaps “Led by Ann”/)
  assert.match((await faultsOf('<p style="font-size: 20px">Ann</p>')).join(), /cannot be read from afar/)
  assert.match((await faultsOf('<p style="font-size: 90px">Ann</p>')).join(), /larger than the state/)
})

test('the board shows forty numbers to collect within a minute', { skip: noBrowser }, async () => {
  await using team = await newTeam()
  await using browser = await openBrowser()
  const { page } = await browser.open({ width: 1280, height: 720 })
  const numbers = Array.from({ length: 40 }, (_, i) => 20_100 + i)
  await page.route('**/team/board*', async (route) => {
    const { data } = (await (await route.fetch()).json()) as { data: object }
    await route.fulfill({ json: { success: true, data: { ...data, ready: numbers } } })
  })
  await page.clock.install()
  await page.goto(`${team.url}/board`)
  const panel = page.locator('section').filter({ hasText: 'Ready to collect' })
  await panel.getByText('#20100').waitFor()
  const seen = new Set<string>()
  for (let second = 0; second < 60; second += 1) {
    for (const number of await panel.getByRole('listitem').allInnerTexts()) seen.add(number)
    await page.clock.runFor(1000)
  }
  assert.deepEqual(
    [...seen].toSorted(),
    numbers.map((number) => `#${number}`),
  )
})

test('the board shows the bench of a called number and rings once; calling the number again rings again', {
  skip: noBrowser,
}, async () => {
  await using team = await newTeam()
  const { ann } = await addRoster(team)
  const visit = await ann.counter.create({ type: 0, device: 'Kettle', queue: true })
  await ann.counter.create({ type: 0, device: 'Fan', queue: true })
  await using browser = await openBrowser()
  const { page, complaints } = await browser.open({ width: 1280, height: 720 })
  await page.addInitScript('globalThis.rings = 0; HTMLAudioElement.prototype.play = async () => { rings += 1 }')
  await page.goto(`${team.url}/board`)
  await page.getByText('2 people waiting').waitFor()
  const rings = () => page.evaluate('rings')
  assert.equal(await rings(), 0)
  await ann.counter.call({ bench: '3' })
  const called = page.locator('section').filter({ hasText: 'Now serving' }).getByRole('listitem')
  await called.getByText('Bench 3').waitFor()
  await page.getByText('1 person waiting').waitFor()
  assert.deepEqual([(await called.innerText()).split(/\s*\n/), await rings()], [['A01', 'Bench 3'], 1])
  team.pass({ seconds: 30 })
  await ann.counter.call({ id: visit.id, bench: 'Window table' })
  await called.getByText('Window table').waitFor()
  assert.equal(await rings(), 2)
  await page.reload()
  await called.getByText('Window table').waitFor()
  assert.equal(await rings(), 0, 'a display that opens does not ring')
  assert.deepEqual(complaints, [])
})

test('the board shows each page of numbers for eight seconds, or less if there are too many pages for a minute', () => {
  assert.deepEqual(
    [0, 7_999, 8_000, 23_999, 24_000, -5].map((elapsed) => pageAt(elapsed, 3)),
    [0, 0, 1, 2, 0, 0],
  )
  assert.deepEqual(
    [0, 5_999, 6_000, 59_999, 60_000].map((elapsed) => pageAt(elapsed, 10)),
    [0, 0, 1, 9, 0],
  )
})

test('the board shows numbers as large as they fit, and spreads many evenly over pages', () => {
  const [room, cell, sizes] = [{ width: 30, height: 20 }, { width: 3, height: 1.25 }, [6, 4, 3]] as const
  assert.deepEqual(layoutOf(room, cell, sizes, 2), { size: 6, columns: 1, rows: 2, pages: 1 })
  assert.deepEqual(layoutOf(room, cell, sizes, 6), { size: 4, columns: 2, rows: 3, pages: 1 })
  assert.deepEqual(layoutOf(room, cell, sizes, 40), { size: 3, columns: 3, rows: 5, pages: 3 })
  // A room that is lower than a number of the smallest size makes it smaller.
  assert.deepEqual(layoutOf({ width: 30, height: 2.5 }, cell, sizes, 2), { size: 2, columns: 2, rows: 1, pages: 1 })
})

test('a call rings on the board if its number was not shown, or was called again', () => {
  const [one, two] = [
    { number: 'A01', time: '09:00' },
    { number: 'A02', time: '09:01' },
  ]
  assert.equal(isNewCall([], []), false)
  assert.equal(isNewCall([one], [two, one]), true)
  assert.equal(isNewCall([two, one], [one]), false)
  assert.equal(isNewCall([one], [{ ...one, time: '09:05' }]), true)
})
