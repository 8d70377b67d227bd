import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** Every file that belongs to the repository, new ones included. */
export function ownFiles(): string[] {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  return list
    .toString()
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)))
}

export function fileText(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

/** The Markdown pages by name. */
export function markdownPages(): Map<string, string> {
  return new Map(
    ownFiles()
      .filter((file) => file.endsWith('.md'))
      .map((file) => [file, fileText(file)]),
  )
}

const fence = /^```[^\n]*\n([\s\S]*?)^```$/gm

export function codeBlocks(page: string): string[] {
  return allMatches(page, fence)
}

/** The inline code of the text. */
export function codeSpans(page: string): string[] {
  return allMatches(page.replace(fence, ''), /`([^`\n]+)`/g)
}

export function code(page: string): string {
  return [...codeBlocks(page), ...codeSpans(page)].join('\n')
}

export interface Heading {
  readonly level: number
  readonly text: string
}

export function headings(page: string): Heading[] {
  return [...page.replace(fence, '').matchAll(/^(#+) (.+)$/gm)].map(([, marks = '', words = '']) => ({
    level: marks.length,
    text: words,
  }))
}

/** Links within the repository, as the file and the heading they lead to. */
export function ownLinks(file: string, page: string): { link: string; file: string; anchor: string }[] {
  return allMatches(page.replace(fence, ''), /\]\(([^)\s]+)\)/g)
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => {
      const [path = '', anchor = ''] = link.split('#')
      return { link, file: path === '' ? file : relative(root, join(root, dirname(file), path)), anchor }
    })
}

/** The anchor that hosting sites give a heading. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

export function allMatches(haystack: string, pattern: RegExp): string[] {
  return [...haystack.matchAll(pattern)].map(([, found = '']) => found)
}
