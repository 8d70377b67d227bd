import { readCsv } from './csv.ts'

// The Open Repair Data Standard 0.3 as it is published: the fields and lists of https://standard.openrepair.org/standard.html and
// the schema beside the files of https://github.com/openrepair/data. This copy is independent of the service, so that exports are compared
// with the standard and not with themselves.

const statuses = ['Unknown', 'Fixed', 'Repairable', 'End of life']
const barriers = [
  'Spare parts not available',
  'Spare parts too expensive',
  'No way to open product',
  'Repair information not available',
  'Lack of equipment',
  'Item too worn out',
]
/** In the order of their numbers, from 1. */
export const standardCategories = [
  'Aircon/dehumidifier',
  'Battery/charger/adapter',
  'Decorative or safety lights',
  'Desktop computer',
  'Digital compact camera',
  'DSLR/video camera',
  'Fan',
  'Flat screen',
  'Hair & beauty item',
  'Handheld entertainment device',
  'Headphones',
  'Hi-Fi integrated',
  'Hi-Fi separates',
  'Kettle',
  'Lamp',
  'Laptop',
  'Large home electrical',
  'Misc',
  'Mobile',
  'Musical instrument',
  'Paper shredder',
  'PC accessory',
  'Portable radio',
  'Power tool',
  'Printer/scanner',
  'Projector',
  'Sewing machine',
  'Small home electrical',
  'Small kitchen item',
  'Tablet',
  'Toaster',
  'Toy',
  'TV and gaming-related accessories',
  'Vacuum',
  'Watch/clock',
  'Coffee maker',
  'Food processor',
  'Games console',
  'Hair dryer',
  'Iron',
]

type Row = Readonly<Record<string, string>>

const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)

/** The columns in order, each with the check of its cells. */
const fields: Readonly<Record<string, (cell: string, row: Row) => boolean>> = {
  id: (cell) => /^[a-z]+-[0-9]+$/.test(cell),
  data_provider: (cell) => cell !== '',
  country: (cell) => /^[A-Z]{3}$/.test(cell),
  partner_product_category: (cell) => cell !== '',
  product_category: (cell) => standardCategories.includes(cell),
  product_category_id: (cell, row) =>
    /^[0-9]{1,2}$/.test(cell) && standardCategories[Number(cell) - 1] === row['product_category'],
  brand: (cell) => cell !== '',
  year_of_manufacture: (cell) => cell === '' || /^[0-9]{4}$/.test(cell),
  product_age: (cell, row) =>
    cell === '' ||
    (/^\d+(?:\.\d)?$/.test(cell) &&
      Number(row['event_date']?.slice(0, 4)) - Number(row['year_of_manufacture']) === Number(cell)),
  repair_status: (cell) => statuses.includes(cell),
  repair_barrier_if_end_of_life: (cell, row) =>
    cell === '' || (barriers.includes(cell) && row['repair_status'] === 'End of life'),
  group_identifier: (cell) => cell !== '',
  event_date: isDay,
  problem: (cell) => !/[\r\n]/.test(cell),
}

export interface OrdsFindings {
  readonly rows: Row[]
  readonly wrong: string[]
}

/** Reads a table of the standard and lists its violations. */
export function checkOrds(text: string): OrdsFindings {
  const wrong: string[] = []
  if (text.startsWith('\uFEFF')) wrong.push('begins with a mark that becomes part of the first heading')
  const [headings = [], ...records] = readCsv(text)
  if (headings.join() !== Object.keys(fields).join()) wrong.push(`headings: ${headings.join()}`)
  const ids = new Set<string>()
  const rows = records.map((cells, i) => {
    const row: Row = Object.fromEntries(headings.map((heading, j) => [heading, cells[j] ?? '']))
    const bad = Object.entries(fields).filter(([name, holds]) => !holds(row[name] ?? '', row))
    wrong.push(...bad.map(([name]) => `row ${i + 2}: ${name} is ${JSON.stringify(row[name])}`))
    if (cells.length !== headings.length) wrong.push(`row ${i + 2} has ${cells.length} cells`)
    if (ids.has(row['id'] ?? '')) wrong.push(`row ${i + 2}: ${row['id']} is there twice`)
    ids.add(row['id'] ?? '')
    return row
  })
  return { rows, wrong }
}
