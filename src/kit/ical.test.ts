import assert from 'node:assert/strict'
import { test } from 'node:test'
import { icalendar } from './ical.ts'

const at = Date.UTC(2026, 10, 16, 1)
const event = (given: { title?: string; place?: string; text?: string }) => {
  const written = icalendar({
    name: 'Repairs',
    zone: 'Asia/Shanghai',
    at,
    events: [{ uid: 'a@b', from: at, until: at + 3_600_000, title: 'x', ...given }],
  })
  assert.ok(written.endsWith('END:VCALENDAR\r\n'))
  return written
}
/** The lines as they are written, and as a program puts them together again. */
const lines = (text: string) => text.split('\r\n').slice(0, -1)
const unfolded = (text: string) => lines(text.replaceAll('\r\n ', ''))

test('an iCalendar line has at most 75 bytes, and is folded between characters and only where it has to be', () => {
  for (const letter of ['a', 'é', '维', '\u{1F527}']) {
    const size = Buffer.byteLength(letter)
    for (const count of [1, 10, 33, 67, 68, 200]) {
      const title = letter.repeat(count)
      const written = event({ title })
      assert.ok(unfolded(written).includes(`SUMMARY:${title}`), title)
      const all = lines(written)
      for (const line of all) assert.ok(Buffer.byteLength(line) <= 75, line)
      // A line breaks only where the next character would not fit.
      for (const [i, line] of all.entries())
        if (all[i + 1]?.startsWith(' ')) assert.ok(Buffer.byteLength(line) + size > 75, line)
    }
  }
})

test('iCalendar text escapes characters that would end a value or a line, and empty properties are left out', () => {
  const written = unfolded(event({ title: 'a, b; c\\d', place: 'Gate 3\r\nHall', text: 'one\ntwo\rthree' }))
  for (const line of ['SUMMARY:a\\, b\\; c\\\\d', 'LOCATION:Gate 3\\nHall', 'DESCRIPTION:one\\ntwo\\nthree'])
    assert.ok(written.includes(line), line)
  assert.doesNotMatch(event({}), /LOCATION|DESCRIPTION/)
})

test('iCalendar times are local times of the zone, whose name and rules are written out', () => {
  const written = lines(event({}))
  for (const line of [
    'X-WR-TIMEZONE:Asia/Shanghai',
    'TZID:Asia/Shanghai',
    'TZOFFSETTO:+0800',
    'DTSTAMP:20261116T010000Z',
    'DTSTART;TZID=Asia/Shanghai:20261116T090000',
    'DTEND;TZID=Asia/Shanghai:20261116T100000',
  ])
    assert.ok(written.includes(line), line)
})
