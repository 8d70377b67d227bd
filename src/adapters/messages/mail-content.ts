import { messagePage } from '#contract/messages/message-pages.ts'
import { words } from '#contract/words/index.ts'
import { escapeHtml } from '#kit/html.ts'
import type { MailChannel, Message } from '#service/shared/ports.ts'
import { mailButton, mailLink, mailPage, mailQuote, mailText } from '../mail-page.ts'

type FooterLinks = Omit<Parameters<MailChannel['send']>[0], 'address'>

/** A message as plain text and as HTML. */
export function mailContent(message: Message, { choices, stop }: FooterLinks): { text: string; html: string } {
  const { lang, team, kind, texts, link, fields } = message
  const say = words[lang].messages
  const open = fields['number'] ? say.openTicket(fields['number']) : say.open[messagePage(kind)]
  const text = [
    ...texts,
    say.link(open, link),
    `-- \n${say.why(team)}\n${say.link(say.choose, choices)}\n${say.link(say.stop, stop)}`,
  ].join('\n\n')
  const html = mailPage({
    lang,
    team,
    // The subject line also counts the other texts, which stand below here.
    title: fields['subject'] ?? message.subject,
    preheader: texts[0] ?? '',
    parts: [...texts.map(withQuote), mailButton(link, open)],
    footer: `${escapeHtml(say.why(team))}<br>\n${mailLink(choices, say.choose)} · ${mailLink(stop, say.stop)}`,
  })
  return { text, html }
}

/** After an empty line comes what a person wrote. */
function withQuote(text: string): string {
  const [first = '', ...said] = text.split('\n\n')
  return said.length === 0 ? mailText(first) : mailText(first) + mailQuote(said.join('\n\n'))
}
