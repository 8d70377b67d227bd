import type { EnvReaderOf, Variables } from './values.ts'

export interface MailConfig {
  readonly url: string
  readonly from: string
}

export const mailVariables = {
  SMTP_URL: {
    about:
      'Mail server for login codes and messages; switches both on. See docs/messages-mail.md. smtp:// encrypts if the server offers it (?requireTLS=true insists), smtps:// always.',
    example: 'smtps://user:secret@mail.example.org',
    secret: true,
  },
  MAIL_FROM: { about: 'Sender of those emails.', example: 'Repair team <repair@example.org>' },
} as const satisfies Variables

export function readMail(values: EnvReaderOf<typeof mailVariables>): MailConfig | undefined {
  const url = values.given('SMTP_URL')
  const from = values.given('MAIL_FROM')
  if (url) values.url('SMTP_URL', url, { schemes: ['smtp:', 'smtps:'] })
  if (from && !/^([^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u.test(from))
    values.wrong('MAIL_FROM', 'must be an email address, or a name with one: Repair team <repair@example.org>')
  if (url && !from) values.wrong('SMTP_URL', 'also needs MAIL_FROM')
  if (from && !url) values.wrong('MAIL_FROM', 'also needs SMTP_URL')
  return url && from ? { url, from } : undefined
}
