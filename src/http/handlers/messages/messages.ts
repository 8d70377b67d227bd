import type { RawAnswer } from '#contract/endpoint.ts'
import type { Lang } from '#contract/languages.ts'
import { choicesPage } from '#contract/team/pages.ts'
import { words } from '#contract/words/index.ts'
import { escapeHtml } from '#kit/html.ts'
import {
  chooseMessages,
  giveConsent,
  messageChoices,
  setMailAddress,
  stopMail,
  subscribePush,
  unsubscribePush,
  verifyMailAddress,
} from '#service/messages/choices.ts'
import { listMessages, sendTestMessage } from '#service/messages/message-admin.ts'
import { confirmVisitorMail } from '#service/messages/visitor-mail.ts'
import type { Ctx } from '#service/shared/context.ts'
import { networkOf } from '../../limits.ts'
import { homeLink, page } from '../../page.ts'
import type { Handlers } from '../handler.ts'

export function messageHandlers(ctx: Ctx): Handlers<'messages'> {
  const teamName = () => ctx.settings.current().teamName
  return {
    choices: ({ actor }) => messageChoices(ctx, actor),
    choose: ({ actor, input }) => chooseMessages(ctx, actor, input),
    setMail: ({ actor, input, lang, origin }) =>
      setMailAddress(ctx, actor, input.mail, lang, networkOf(origin.address)),
    verifyMail: ({ actor, input }) => verifyMailAddress(ctx, actor, input.code),
    stopMailPage: ({ lang }) => stopPage(lang, teamName()),
    stopMail: async ({ input, lang }) => {
      await stopMail(ctx, input.key)
      return stoppedPage(lang, teamName())
    },
    agreePage: ({ lang }) => agreePage(lang, teamName()),
    agree: async ({ input, lang }) => agreedPage(lang, teamName(), await confirmVisitorMail(ctx, input.key)),
    subscribe: ({ actor, input: { endpoint, keys } }) => subscribePush(ctx, actor, { endpoint, ...keys }),
    unsubscribe: ({ actor, input }) => unsubscribePush(ctx, actor, input.endpoint),
    consent: ({ actor, input }) => giveConsent(ctx, actor, input.template, input.accepted),
    sent: ({ lang }) => listMessages(ctx, lang),
    test: ({ actor, input }) => sendTestMessage(ctx, actor, input.channel),
  }
}

/** The form posts to the address of its page, which holds the key. */
function stopPage(lang: Lang, team: string): RawAnswer {
  const { stop, stopping } = words[lang].messages
  const form = `<form method="post"><button>${escapeHtml(stop)}</button></form>`
  return page(lang, stopping.title, `<p>${escapeHtml(stopping.ask)}</p>\n${form}`, { form: true, team })
}

/** The form posts to the address of its page, which holds the key. */
function agreePage(lang: Lang, team: string): RawAnswer {
  const { title, ask, button } = words[lang].messages.agreeing
  const form = `<form method="post"><button>${escapeHtml(button)}</button></form>`
  return page(lang, title, `<p>${escapeHtml(ask)}</p>\n${form}`, { form: true, team })
}

function agreedPage(lang: Lang, team: string, agreed: boolean): RawAnswer {
  const { title, done, after, over } = words[lang].messages.agreeing
  return page(lang, agreed ? done : title, `<p>${escapeHtml(agreed ? after : over)}</p>\n<p>${homeLink(lang)}</p>`, {
    team,
  })
}

function stoppedPage(lang: Lang, team: string): RawAnswer {
  const { choose, stopping } = words[lang].messages
  const link = `<p><a href="${choicesPage.address}">${escapeHtml(choose)}</a></p>`
  return page(lang, stopping.done, `<p>${escapeHtml(stopping.after)}</p>\n${link}`, { team })
}
