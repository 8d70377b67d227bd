import type { ChatBot } from '#service/shared/ports.ts'
import { Trouble } from '#service/shared/trouble.ts'
import { chatText } from './chat-text.ts'
import { type BotOptions, groupBot } from './group-bot.ts'

/** Slack takes 4,000 characters, Discord 2,000. */
const longest = 2000

/** The three characters that Slack gives a meaning to. */
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** An incoming webhook of Slack, and of whatever takes the same: Mattermost, Rocket.Chat, Discord. */
export function slackBot(options: BotOptions): ChatBot {
  return groupBot(options, {
    // About one a second.
    pauseMs: 1200,
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
    look({ text }) {
      // They answer `ok`, JSON or nothing; a page is somebody else's.
      if (/^\s*</.test(text)) throw new Trouble({ say: 'not_understood' })
    },
  })
}
