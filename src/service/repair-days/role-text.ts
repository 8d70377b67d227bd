import { ticketTypes } from '#contract/codes.ts'
import { type Lang, textIn } from '#contract/languages.ts'
import { words } from '#contract/words/index.ts'
import type { PlannedRole } from '#rules/repair-days/helpers.ts'
import type { Ctx } from '../shared/context.ts'

export function kindText(ctx: Ctx, kind: number, lang: Lang): string {
  const own = ctx.settings.current().kinds.find(({ id }) => id === kind)
  const type = kind === ticketTypes.computer ? 'computer' : 'appliance'
  return (own && textIn(own.name, lang)) || words[lang].codes.type[type]
}

/** What the helpers of a role do. */
export function roleText(ctx: Ctx, { name, duty, kind }: PlannedRole, lang: Lang): string {
  const role = textIn(name, lang) || words[lang].helperDuties[duty]
  return kind === null ? role : `${role} · ${kindText(ctx, kind, lang)}`
}
