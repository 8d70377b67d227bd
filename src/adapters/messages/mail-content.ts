import { languages } from '#contract/languages.ts'
import { words } from '#contract/words/index.ts'
import { escapeHtml } from '#kit/html.ts'
import type { MailChannel, Message } from '#service/shared/ports.ts'

type FooterLinks = Omit<Parameters<MailChannel['send']>[0], 'address'>

/** A message as plain text, and as a page of one column that loads nothing. */
export function mailContent(message: Message, { choices, stop }: FooterLinks): { text: string; html: string } {
  const { lang, team, subject, texts, link } = message
  const say = words[lang].messages
  const text = [
    ...texts,
    `${say.open}: ${link}`,
    `-- \n${say.why(team)}\n${say.choose}: ${choices}\n${say.stop}: ${stop}`,
  ].join('\n\n')
  const a = (href: string, words: string, style = '') =>
    `<a href="${escapeHtml(href)}" style="color:inherit${style}">${escapeHtml(words)}</a>`
  // It sets no colours, so it is readable on light and on dark.
  const html = `<!doctype html>
<html lang="${languages[lang].tag}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title><style>:root{color-scheme:light dark}</style></head>
<body style="margin:0;padding:24px 16px;font:16px/1.6 system-ui,-apple-system,'Segoe UI','PingFang SC','Microsoft YaHei',sans-serif">
<div style="max-width:520px;margin:0 auto;overflow-wrap:anywhere">
<p style="margin:0">${escapeHtml(team)}</p>
<h1 style="margin:4px 0 16px;font-size:22px;line-height:1.3">${escapeHtml(subject)}</h1>
${texts.map((one) => `<p style="margin:0 0 16px;white-space:pre-line">${escapeHtml(one)}</p>`).join('\n')}
<p style="margin:24px 0">${a(link, say.open, ';display:inline-block;padding:10px 20px;border:2px solid;border-radius:8px;font-weight:600;text-decoration:none')}</p>
<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid;font-size:14px">${escapeHtml(say.why(team))}<br>
${a(choices, say.choose)} · ${a(stop, say.stop)}</p>
</div>
</body>
</html>
`
  return { text, html }
}
