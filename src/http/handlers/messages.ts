import type { ChoiceService } from '#service/messages/choices.ts'
import type { MessageAdminService } from '#service/messages/message-admin.ts'
import type { Handlers } from './handler.ts'

export function messageHandlers(choices: ChoiceService, admin: MessageAdminService): Handlers<'messages'> {
  return {
    choices: ({ actor }) => choices.of(actor),
    choose: async ({ actor, input }) => {
      await choices.choose(actor, input)
      return {}
    },
    setMail: async ({ actor, input, lang }) => {
      await choices.setMail(actor, input.mail, lang)
      return {}
    },
    verifyMail: async ({ actor, input }) => {
      await choices.verifyMail(actor, input.code)
      return {}
    },
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
