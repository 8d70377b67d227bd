import type { Raw } from '#contract/endpoint.ts'
import type { Lang } from '#contract/languages.ts'
import { pages } from '#contract/team/pages.ts'
import { words } from '#contract/words/index.ts'
import { escaped } from '#kit/html.ts'
import type { ChoiceService } from '#service/messages/choices.ts'
import type { MessageAdminService } from '#service/messages/message-admin.ts'
import type { VisitorMailService } from '#service/messages/visitor-mail.ts'
import { network } from '../../limits.ts'
import { page } from '../../page.ts'
import type { Handlers } from '../handler.ts'

export function messageHandlers(
  choices: ChoiceService,
  visitorMail: VisitorMailService,
  admin: MessageAdminService,
  teamName: () => string,
): Handlers<'messages'> {
  return {
    choices: ({ actor }) => choices.of(actor),
    choose: async ({ actor, input }) => {
      await choices.choose(actor, input)
      return {}
    },
    setMail: async ({ actor, input, lang, origin }) => {
      await choices.setMail(actor, input.mail, lang, network(origin.address))
      return {}
    },
    verifyMail: async ({ actor, input }) => {
      await choices.verifyMail(actor, input.code)
      return {}
    },
    stopMailPage: ({ lang }) => stopPage(lang, teamName()),
    stopMail: async ({ input, lang }) => {
      await choices.stopMail(input.key)
      return stoppedPage(lang, teamName())
    },
    agreePage: ({ lang }) => agreePage(lang, teamName()),
    agree: async ({ input, lang }) => agreedPage(lang, teamName(), await visitorMail.confirm(input.key)),
    subscribe: async ({ actor, input: { endpoint, keys } }) => {
      await choices.subscribe(actor, { endpoint, ...keys })
      return {}
    },
    unsubscribe: async ({ actor, input }) => {
      await choices.unsubscribe(actor, input.endpoint)
      return {}
    },
    consent: async ({ actor, input }) => {
      await choices.consent(actor, input.template, input.accepted)
      return {}
    },
    sent: ({ lang }) => admin.list(lang),
    test: async ({ actor, input }) => {
      await admin.test(actor, input.channel)
      return {}
    },
  }
}

/** The form goes to the very address of the page, which has the key. */
function stopPage(lang: Lang, team: string): Raw {
  const { stop, stopping } = words[lang].messages
  const form = `<form method="post"><button>${escaped(stop)}</button></form>`
  return page(lang, stopping.title, `<p>${escaped(stopping.ask)}</p>\n${form}`, { form: true, team })
}

/** The form goes to the very address of the page, which has the key. */
function agreePage(lang: Lang, team: string): Raw {
  const { title, ask, button } = words[lang].messages.agreeing
  const form = `<form method="post"><button>${escaped(button)}</button></form>`
  return page(lang, title, `<p>${escaped(ask)}</p>\n${form}`, { form: true, team })
}

function agreedPage(lang: Lang, team: string, agreed: boolean): Raw {
  const { title, done, after, over } = words[lang].messages.agreeing
  return page(lang, agreed ? done : title, `<p>${escaped(agreed ? after : over)}</p>`, { team })
}

function stoppedPage(lang: Lang, team: string): Raw {
  const { choose, stopping } = words[lang].messages
  const link = `<p><a href="${pages.account}">${escaped(choose)}</a></p>`
  return page(lang, stopping.done, `<p>${escaped(stopping.after)}</p>\n${link}`, { team })
}
