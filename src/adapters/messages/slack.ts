import type { ChatBot } from '#service/shared/ports.ts'
import { Trouble } from '#service/shared/trouble.ts'
import { chatText } from './chat-text.ts'
import { type BotOptions, groupBot } from './group-bot.ts'

/** Slack takes 4,000 characters, Discord 2,000. */
const longest = 2000

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** An incoming webhook of Slack, Mattermost, Rocket.Chat or Discord. */
export function slackBot(options: BotOptions): ChatBot {
  return groupBot(options, {
    pauseMs: 1200, // about one a second
    call: (message) => ({
      body: {
        text: escaped(chatText(message, longest, (text) => escaped(text).length)),
        mrkdwn: false,
        parse: 'none',
        unfurl_links: false,
        unfurl_media: false,
      },
    }),
    expect: [200, 201, 202, 204],
    assertAccepted({ text }) {
      // They answer `ok`, JSON or nothing. A page comes from another server.
      if (/^\s*</.test(text)) throw new Trouble({ say: 'not_understood' })
    },
  })
}
