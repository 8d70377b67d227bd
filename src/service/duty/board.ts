import { type Lang, textIn } from '#contract/languages.ts'
import { type Clock, localDate, wallClock } from '#kit/time.ts'
import { recently } from '#rules/tickets/tickets.ts'
import type { Store } from '#store/store.ts'
import type { SettingService } from '../shared/settings.ts'
import type { DutyService } from './duty.ts'

/** As many numbers as can be read from across a room. */
const most = 24

/** What the display in the room shows to everybody: of tickets nothing but their numbers. */
export function boardService(store: Store, now: Clock, settings: SettingService, duty: DutyService) {
  return {
    show: (lang: Lang) =>
      store.read(async (tx) => {
        const at = now()
        const today = localDate(at, settings.current().timeZone)
        const ready = await tx.ticketLists.ready(most + 1)
        return {
          time: wallClock(at, settings.current().timeZone),
          duty: duty.info(lang),
          waiting: await tx.ticketLists.unclaimedSince(at - recently),
          ready: ready.slice(0, most),
          more: ready.length > most,
          queue: { called: await tx.visits.called(today, most), waiting: await tx.visits.waiting(today) },
          text: textIn(settings.current().boardText, lang),
        }
      }),
  }
}

export type BoardService = ReturnType<typeof boardService>
