import type { Store } from '#store/store.ts'
import type { Ports } from '../shared/ports.ts'
import type { SettingService } from '../shared/settings.ts'

export function teamService(
  store: Store,
  ports: Ports,
  settings: SettingService,
  publicUrl: string,
  guestLogin: boolean,
) {
  return {
    async info() {
      const hasAdmin = await store.readOne((tx) => tx.members.hasLinkedAdmin())
      const { teamName, lang, timeZone, place, kinds, signing, openData, wechat } = settings.current()
      const { miniProgram, mailer, identity } = ports
      return {
        name: teamName,
        lang,
        timeZone,
        place,
        kinds,
        url: publicUrl,
        logins: {
          demo: miniProgram?.kind === 'demo',
          guest: guestLogin,
          wechat: miniProgram?.kind === 'wechat',
          mail: mailer !== undefined,
          sso: identity !== undefined,
        },
        phoneByCode: ports.wechat !== undefined && wechat.phone,
        signing: signing.on,
        impact: openData.impact,
        needsAdmin: !hasAdmin,
      }
    },
  }
}

export type TeamService = ReturnType<typeof teamService>
