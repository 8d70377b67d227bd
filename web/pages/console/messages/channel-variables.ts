import type { ChannelName } from '#contract/messages/messages.ts'

export const channelVariables: Readonly<Record<ChannelName, readonly string[]>> = {
  mail: ['SMTP_URL', 'MAIL_FROM'],
  push: ['PUBLIC_URL', 'WEB_PUSH'],
  wechat: ['WECHAT_APP_ID', 'WECHAT_APP_SECRET', 'WECHAT_TEMPLATES'],
  wecom: ['WECOM_BOT_URL'],
  feishu: ['FEISHU_BOT_URL', 'FEISHU_BOT_SECRET'],
  dingtalk: ['DINGTALK_BOT_URL', 'DINGTALK_BOT_SECRET'],
  slack: ['SLACK_BOT_URL'],
  matrix: ['MATRIX_URL', 'MATRIX_TOKEN', 'MATRIX_ROOM'],
  webhook: ['WEBHOOK_URL', 'WEBHOOK_SECRET'],
}
