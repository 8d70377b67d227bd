import { Suspense, useEffect } from 'react'
import { Route, Switch } from 'wouter'
import { pages } from '#contract/pages.ts'
import { useNewcomers } from '#web/data/api.ts'
import { useAwaited } from '#web/data/ended.ts'
import { useMe } from '#web/data/hooks.ts'
import { useLive } from '#web/data/live.ts'
import { usePushAgain } from '#web/data/push-again.ts'
import { language } from '#web/lib/language.ts'
import { scene } from '#web/lib/scene.ts'
import { prepareFormats } from '#web/lib/time.ts'
import { Boundary } from '#web/parts/Boundary.tsx'
import { NotFound } from '#web/parts/NotFound.tsx'
import { PortalFrame } from '#web/parts/PortalFrame.tsx'
import { Stage } from '#web/parts/Stage.tsx'
import { Waiting } from '#web/parts/Waiting.tsx'
import { Portal } from '#web/scenes/portal/Portal.tsx'

// The start page is what everybody loads; the rest comes when somebody goes there.
const SignIn = scene(() => import('#web/scenes/sign-in/SignIn.tsx'), 'SignIn')
const Join = scene(() => import('#web/scenes/join/Join.tsx'), 'Join')
const LogInAgain = scene(() => import('#web/scenes/join/LogInAgain.tsx'), 'LogInAgain')
const Account = scene(() => import('#web/scenes/account/Account.tsx'), 'Account')
const AnyTicket = scene(() => import('#web/scenes/any-ticket/AnyTicket.tsx'), 'AnyTicket')
const AnyTag = scene(() => import('#web/scenes/any-tag/AnyTag.tsx'), 'AnyTag')
const NewTicket = scene(() => import('#web/scenes/tickets/NewTicket.tsx'), 'NewTicket')
const MyTickets = scene(() => import('#web/scenes/tickets/MyTickets.tsx'), 'MyTickets')
const TicketPage = scene(() => import('#web/scenes/tickets/TicketPage.tsx'), 'TicketPage')
const SignShift = scene(() => import('#web/scenes/sign-shift/SignShift.tsx'), 'SignShift')
const CheckCertificate = scene(() => import('#web/scenes/certificate/CheckCertificate.tsx'), 'CheckCertificate')
const Impact = scene(() => import('#web/scenes/impact/Impact.tsx'), 'Impact')
const Receipt = scene(() => import('#web/scenes/receipt/Receipt.tsx'), 'Receipt')
const SetUp = scene(() => import('#web/scenes/set-up/SetUp.tsx'), 'SetUp')
const Board = scene(() => import('#web/scenes/board/Board.tsx'), 'Board')
const Kiosk = scene(() => import('#web/scenes/kiosk/Kiosk.tsx'), 'Kiosk')
// Frames of their own, each with its own list of scenes.
const Desk = scene(() => import('#web/scenes/desk/Desk.tsx'), 'Desk')
const Console = scene(() => import('#web/scenes/console/Console.tsx'), 'Console')

/** Loads the frame of this address, where it has one of its own. What fails is told when it is shown. */
export async function beginFrame(): Promise<void> {
  const isBelow = (path: string) => `${location.pathname}/`.startsWith(`${path}/`)
  const frame = isBelow(pages.desk) ? Desk : isBelow(pages.console) ? Console : undefined
  await frame?.begin().catch(() => {})
}

export function App() {
  const newcomers = useNewcomers()
  const awaited = useAwaited()
  return (
    <>
      <Throughout />
      <Boundary key={newcomers}>
        <Scenes />
      </Boundary>
      {awaited && (
        <Boundary>
          <Suspense>
            <LogInAgain />
          </Suspense>
        </Boundary>
      )}
    </>
  )
}

/** What goes on below every page. By itself: what it hears of renders no page again. */
function Throughout() {
  useOwnLanguage()
  usePreparedFormats()
  useLive()
  usePushAgain()
  return null
}

function Scenes() {
  return (
    <Suspense fallback={<Waiting />}>
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
      <Stage>
        <Switch>
          <Route path={pages.portal} component={Portal} />
          <Route path={pages.newTicket} component={NewTicket} />
          <Route path={pages.myTickets} component={MyTickets} />
          <Route path={pages.ticket} component={TicketPage} />
          <Route path={pages.signIn} component={SignIn} />
          <Route path={pages.join} component={Join} />
          <Route path={pages.account} component={Account} />
          <Route path={pages.anyTicket} component={AnyTicket} />
          <Route path={pages.tag} component={AnyTag} />
          <Route path={pages.receipt} component={Receipt} />
          <Route path={pages.signShift} component={SignShift} />
          <Route path={pages.certificate} component={CheckCertificate} />
          <Route path={pages.impact} component={Impact} />
          <Route path={pages.setUp} component={SetUp} />
          <Route component={NotFound} />
        </Switch>
      </Stage>
    </PortalFrame>
  )
}

/** Somebody who logs in is spoken to in the language they once chose, by the page as by the service. */
function useOwnLanguage(): void {
  const lang = useMe().data?.lang
  useEffect(() => {
    if (lang && lang !== language.current()) language.choose(lang)
  }, [lang])
}

/** After the first picture of the page, by itself, so that a tap is answered before and after. */
function usePreparedFormats(): void {
  useEffect(() => {
    const timer = setTimeout(() => prepareFormats(language.current()))
    return () => clearTimeout(timer)
  }, [])
}
