export type ScanResult = { readonly tag: number } | { readonly ticket: number } | { readonly receipt: string }

const forms = [
  { form: /^T *([1-9]\d{0,14})$/i, means: (found: string): ScanResult => ({ tag: Number(found) }) },
  { form: /[/]g[/]([1-9]\d{0,14})$/, means: (found: string): ScanResult => ({ tag: Number(found) }) },
  { form: /^#? *([1-9]\d{0,14})$/, means: (found: string): ScanResult => ({ ticket: Number(found) }) },
  {
    form: /[/](?:t|desk[/]tickets)[/]([1-9]\d{0,14})$/,
    means: (found: string): ScanResult => ({ ticket: Number(found) }),
  },
  { form: /[/]r#([A-Za-z0-9_-]{43})$/, means: (found: string): ScanResult => ({ receipt: found }) },
]

export function parseScan(text: string): ScanResult | undefined {
  for (const { form, means } of forms) {
    const [, found] = form.exec(text.trim()) ?? []
    if (found !== undefined) return means(found)
  }
  return undefined
}

/** The number of a tag, with or without its letter. */
export function tagIn(text: string): number | undefined {
  if (/^ *\d+ *$/.test(text)) return Number(text) || undefined
  const found = parseScan(text)
  return found && 'tag' in found ? found.tag : undefined
}
