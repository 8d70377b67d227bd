import { pages } from '#contract/team/pages.ts'
import { pageSecret } from './page-secret.ts'

/** What makes this browser a kiosk. It opens nothing but that page, and only today. */
export const kioskSecret = pageSecret(pages.kiosk, 'fettle.kiosk')
export const useKioskSecret = kioskSecret.use
