import type { Migration } from './migration.ts'

const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789']
const quoted = letters.map((letter) => `'${letter}'`).join(', ')

/** The position of a ticket in its block of 1024, as grams store it: two digits to the base 32. */
const digit = (value: string) => `substr('0123456789abcdefghijklmnopqrstuv', cast(${value} as integer) + 1, 1)`
const mark = `${digit('id % 1024 / 32')} || ${digit('id % 32')}`

/** Adds each letter and digit of a ticket as a gram. It works block by block, so that it needs little memory. */
export const lettersAlone: Migration = ({ name }) => {
  const place = name === 'sqlite' ? 'instr' : 'strpos'
  const found = letters
    .map((letter) => `string_agg(mark, '') filter (where ${place}(words, '${letter}') > 0)`)
    .join(', ')
  // Only ASCII is lower-cased here, on both databases. Two capitals outside ASCII also become an ASCII letter.
  const text = `replace(replace(owner || device || device_model || description, '\u0130', 'i'), '\u212a', 'k')`
  const words = name === 'sqlite' ? `lower(${text})` : `lower(${text} collate "C")`
  const here = `with here as materialized (
      select ${mark} as mark, ${words} as words from ticket where id >= 1024 * number and id < 1024 * number + 1024
    )`
  const rows =
    name === 'sqlite'
      ? `select substr('${letters.join('')}', key + 1, 1), number, value
        from block, json_each((${here} select json_array(${found}) from here)) where value is not null`
      : `select letter, number, ids
        from block, lateral (${here} select unnest(array[${quoted}]) as letter, unnest(array[${found}]) as ids from here) found
        where ids is not null`
  return [
    // A letter at the end of a word is a gram already.
    `delete from gram where gram in (${quoted})`,
    `insert into gram (gram, block, ids)
    with recursive block (number) as (
      select 0 union all select number + 1 from block where number < (select max(id) / 1024 from ticket)
    )
    ${rows}`,
  ]
}
