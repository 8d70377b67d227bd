import { pages } from '#contract/team/pages.ts'
import { pageSecret } from './page-secret.ts'

/** The secret makes this browser a kiosk, for one page and one day. */
export const kioskSecret = pageSecret(pages.kiosk, 'fettle.kiosk')
export const useKioskSecret = kioskSecret.use
