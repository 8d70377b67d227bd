import { Suspense, useEffect } from 'react'
import { Route, Switch } from 'wouter'
import { pages } from '#contract/team/pages.ts'
import { ErrorBoundary } from '#web/components/ErrorBoundary.tsx'
import { Loading } from '#web/components/Loading.tsx'
import { NotFound } from '#web/components/NotFound.tsx'
import { PageOutlet } from '#web/components/PageOutlet.tsx'
import { PortalFrame } from '#web/components/PortalFrame.tsx'
import { usePersonChanges } from '#web/data/api.ts'
import { useMe } from '#web/data/hooks.ts'
import { useLive } from '#web/data/live.ts'
import { useSendOfflineTickets } from '#web/data/offline-timer.ts'
import { useRenewedPush } from '#web/data/renewed-push.ts'
import { useExpiredPerson } from '#web/data/session-expired.ts'
import { language } from '#web/lib/language.ts'
import { lazyPage } from '#web/lib/page.ts'
import { prepareFormats } from '#web/lib/time.ts'
import { Portal } from '#web/pages/portal/Portal.tsx'

// Every visitor loads the start page; other pages are loaded on demand.
const LogInAgain = lazyPage(() => import('#web/pages/join/LogInAgain.tsx'), 'LogInAgain')
const Board = lazyPage(() => import('#web/pages/board/Board.tsx'), 'Board')
const Kiosk = lazyPage(() => import('#web/pages/kiosk/Kiosk.tsx'), 'Kiosk')
const Desk = lazyPage(() => import('#web/pages/desk/Desk.tsx'), 'Desk')
const Console = lazyPage(() => import('#web/pages/console/Console.tsx'), 'Console')

const publicPages = [
  [pages.portal, Portal],
  [pages.signIn, lazyPage(() => import('#web/pages/sign-in/SignIn.tsx'), 'SignIn')],
  [pages.join, lazyPage(() => import('#web/pages/join/Join.tsx'), 'Join')],
  [pages.account, lazyPage(() => import('#web/pages/account/Account.tsx'), 'Account')],
  [pages.accountGroup, lazyPage(() => import('#web/pages/account/AccountGroupPage.tsx'), 'AccountGroupPage')],
  [pages.anyTicket, lazyPage(() => import('#web/pages/any-ticket/AnyTicket.tsx'), 'AnyTicket')],
  [pages.tag, lazyPage(() => import('#web/pages/any-tag/AnyTag.tsx'), 'AnyTag')],
  [pages.newTicket, lazyPage(() => import('#web/pages/tickets/NewTicket.tsx'), 'NewTicket')],
  [pages.myTickets, lazyPage(() => import('#web/pages/tickets/MyTickets.tsx'), 'MyTickets')],
  [pages.ticket, lazyPage(() => import('#web/pages/tickets/MyTicketPage.tsx'), 'MyTicketPage')],
  [pages.signShift, lazyPage(() => import('#web/pages/sign-shift/SignShift.tsx'), 'SignShift')],
  [pages.certificate, lazyPage(() => import('#web/pages/certificate/CheckCertificate.tsx'), 'CheckCertificate')],
  [pages.impact, lazyPage(() => import('#web/pages/impact/Impact.tsx'), 'Impact')],
  [pages.receipt, lazyPage(() => import('#web/pages/receipt/ReceiptPage.tsx'), 'ReceiptPage')],
  [pages.repairDays, lazyPage(() => import('#web/pages/repair-days/RepairDays.tsx'), 'RepairDays')],
  [pages.repairDay, lazyPage(() => import('#web/pages/repair-days/RepairDayPage.tsx'), 'RepairDayPage')],
  [pages.repairDayReport, lazyPage(() => import('#web/pages/repair-days/RepairDayReport.tsx'), 'RepairDayReport')],
  [pages.setUp, lazyPage(() => import('#web/pages/set-up/SetUp.tsx'), 'SetUp')],
] as const

/** Loads the code of the frame for this address. A failure shows when the frame renders. */
export async function preloadFrame(): Promise<void> {
  const isBelow = (path: string) => `${location.pathname}/`.startsWith(`${path}/`)
  const frame = isBelow(pages.desk) ? Desk : isBelow(pages.console) ? Console : undefined
  await frame?.preload().catch(() => {})
}

export function App() {
  const newcomers = usePersonChanges()
  const awaited = useExpiredPerson()
  return (
    <>
      <Throughout />
      <ErrorBoundary key={newcomers}>
        <Routes />
      </ErrorBoundary>
      {awaited && (
        <ErrorBoundary>
          <Suspense>
            <LogInAgain />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  )
}

/** Effects of every page, in a component of their own so that they render no page. */
function Throughout() {
  useOwnLanguage()
  usePreparedFormats()
  useLive()
  useSendOfflineTickets()
  useRenewedPush()
  return null
}

function Routes() {
  return (
    <Suspense fallback={<Loading />}>
      <Switch>
        <Route path={`${pages.desk}/*?`} component={Desk} />
        <Route path={`${pages.console}/*?`} component={Console} />
        <Route path={pages.board} component={Board} />
        <Route path={pages.kiosk} component={Kiosk} />
        <Route component={ForEverybody} />
      </Switch>
    </Suspense>
  )
}

function ForEverybody() {
  return (
    <PortalFrame>
      <PageOutlet>
        <Switch>
          {publicPages.map(([path, page]) => (
            <Route key={path} path={path} component={page} />
          ))}
          <Route component={NotFound} />
        </Switch>
      </PageOutlet>
    </PortalFrame>
  )
}

function useOwnLanguage(): void {
  const lang = useMe().data?.lang
  useEffect(() => {
    if (lang && lang !== language.current()) language.choose(lang)
  }, [lang])
}

/** After the first paint, so that taps are answered before and after. */
function usePreparedFormats(): void {
  useEffect(() => {
    const timer = setTimeout(() => prepareFormats(language.current()))
    return () => clearTimeout(timer)
  }, [])
}
