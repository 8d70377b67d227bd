/** Reads CSV strictly by RFC 4180, character by character. Throws on anything else. */
export function readCsv(text: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  let i = 0
  while (i < text.length) {
    let cell = ''
    if (text[i] === '"') {
      for (i += 1; text[i] !== '"' || text[i + 1] === '"'; i += 1) {
        if (i >= text.length) throw new Error('a quoted cell does not end')
        if (text[i] === '"') i += 1
        cell += text[i]
      }
      i += 1
    } else {
      for (; i < text.length && text[i] !== ',' && text[i] !== '\r'; i += 1) {
        if (text[i] === '"' || text[i] === '\n') throw new Error(`a cell that should be quoted: ${cell}`)
        cell += text[i]
      }
    }
    record.push(cell)
    if (text[i] === ',') i += 1
    else if (text.startsWith('\r\n', i)) {
      records.push(record)
      record = []
      i += 2
    } else throw new Error(`neither a further cell nor the end of a record after ${cell}`)
  }
  if (record.length > 0) throw new Error('the last record does not end')
  return records
}
