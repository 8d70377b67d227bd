import { type Lang, languages } from '#contract/languages.ts'
import { accent } from '#contract/team/accent.ts'
import { escapeHtml } from '#kit/html.ts'

interface MailPage {
  readonly lang: Lang
  readonly team: string
  readonly title: string
  /** The news, which lists of mails show beside the subject. It is not shown in the mail. */
  readonly preheader: string
  /** Made by the functions below. */
  readonly parts: readonly string[]
  readonly footer?: string
}

/** The HTML of a mail: one column that loads nothing. Text has the colours of the mail program, light or dark. */
export function mailPage({ lang, team, title, preheader, parts, footer = '' }: MailPage): string {
  const foot =
    footer && `\n<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid;font-size:14px">${footer}</p>`
  return `<!doctype html>
<html lang="${languages[lang].tag}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title><style>:root{color-scheme:light dark}</style></head>
<body style="margin:0;padding:24px 16px;font:16px/1.6 system-ui,-apple-system,'Segoe UI','PingFang SC','Microsoft YaHei',sans-serif">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preheader.replaceAll(/\s+/g, ' '))}</div>
<div style="max-width:520px;margin:0 auto;padding-top:16px;border-top:4px solid ${accent};overflow-wrap:anywhere">
<p style="margin:0;font-weight:600">${escapeHtml(team)}</p>
<h1 style="margin:4px 0 16px;font-size:22px;line-height:1.3">${escapeHtml(title)}</h1>
${parts.join('\n')}${foot}
</div>
</body>
</html>
`
}

/** A date with its times, as the words of the messages write them. A line must not break within it. */
const moment = /(?:\d+ 月 \d+ 日 周. |[A-Z][a-z]{2} \d+ [A-Z][a-z]{2,3}, )\d\d:\d\d(?:–\d\d:\d\d)?/g

export const mailText = (text: string) =>
  `<p style="margin:0 0 16px;white-space:pre-line">${escapeHtml(text).replace(moment, '<span style="white-space:nowrap">$&</span>')}</p>`

/** Text that a person wrote. */
export const mailQuote = (text: string) =>
  `<blockquote style="margin:0 0 16px;padding:4px 0 4px 16px;border-left:4px solid ${accent};white-space:pre-line">${escapeHtml(text)}</blockquote>`

export const mailCode = (code: string) =>
  `<p style="margin:0 0 16px;font:700 32px/1.4 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.12em">${escapeHtml(code)}</p>`

export const mailLink = (href: string, words: string, style = 'color:inherit') =>
  `<a href="${escapeHtml(href)}" style="${style}">${escapeHtml(words)}</a>`

export const mailButton = (href: string, words: string) =>
  `<p style="margin:24px 0">${mailLink(href, words, `display:inline-block;padding:12px 24px;border-radius:8px;color:#fff;background:${accent};font-weight:600;text-decoration:none`)}</p>`
