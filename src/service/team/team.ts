import type { Ctx } from '../shared/context.ts'

export async function teamInfo(ctx: Ctx) {
  const hasAdmin = await ctx.store.read((tx) => tx.members.hasLinkedAdmin())
  const { teamName, lang, timeZone, place, kinds, signing, openData, wechat } = ctx.settings.current()
  const { miniProgram, mailer, identity } = ctx.ports
  return {
    name: teamName,
    lang,
    timeZone,
    place,
    kinds,
    url: ctx.publicUrl,
    logins: {
      demo: miniProgram?.kind === 'demo',
      guest: ctx.guestLogin,
      wechat: miniProgram?.kind === 'wechat',
      mail: mailer !== undefined,
      sso: identity !== undefined,
    },
    phoneByCode: ctx.ports.wechat !== undefined && wechat.phone,
    signing: signing.on,
    impact: openData.impact,
    needsAdmin: !hasAdmin,
  }
}
