import { botVariables } from './bots.ts'
import { externalVariables } from './external.ts'
import { httpVariables } from './http.ts'
import { identityVariables } from './identity.ts'
import { logVariables } from './log.ts'
import { loginVariables } from './logins.ts'
import { mailVariables } from './mail.ts'
import { mediaVariables } from './media.ts'
import { pushVariables } from './push.ts'
import { storageVariables } from './storage.ts'
import { teamVariables } from './team.ts'
import type { Variables } from './values.ts'
import { wechatVariables } from './wechat.ts'

/** Every environment variable. `.env.example` and docs/configuration.md are drawn from this table. */
export const variables = {
  ...httpVariables,
  ...storageVariables,
  ...teamVariables,
  ...logVariables,
  ...loginVariables,
  ...wechatVariables,
  ...mailVariables,
  ...mediaVariables,
  ...identityVariables,
  ...externalVariables,
  ...botVariables,
  ...pushVariables,
} as const satisfies Variables

export type VariableName = keyof typeof variables
