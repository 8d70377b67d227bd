import type { Destination } from '#events/deliveries.ts'
import { contentStore } from './content/content.ts'
import { custodyStore } from './counter/custody.ts'
import { intakeStore } from './counter/intakes.ts'
import { receiptStore } from './counter/receipts.ts'
import { stocktakeStore } from './counter/stocktakes.ts'
import { tagStore } from './counter/tags.ts'
import { visitStore } from './counter/visits.ts'
import { conclusionStore } from './duty/conclusions.ts'
import { dutyStore } from './duty/duty.ts'
import { feedStore } from './duty/feeds.ts'
import { leaveStore } from './duty/leaves.ts'
import { rosterStore } from './duty/rosters.ts'
import { factStore } from './duty/shift-counts.ts'
import { shiftStaffStore } from './duty/shift-staff.ts'
import type { Db } from './engine/index.ts'
import type { ChangeOptions, Engine, Figures, StorageFault } from './engine/whole-database.ts'
import { eventRecorder, type Recorded } from './events.ts'
import { boardStore } from './hours/boards.ts'
import { certificateStore } from './hours/certificates.ts'
import { hourStore } from './hours/hours.ts'
import { importRunStore } from './imports/import-runs.ts'
import { importStore } from './imports/imports.ts'
import { notifyStore } from './messages/notify.ts'
import { occasionStore } from './messages/occasions.ts'
import { assertMigrated, migrate } from './migrations/migrate.ts'
import { openDataStore } from './open-data/open-data.ts'
import { outboxStore } from './outbox/outbox.ts'
import { remoteStore } from './outbox/remotes.ts'
import { attemptStore } from './people/attempts.ts'
import { factorStore } from './people/factors.ts'
import { feedbackStore } from './people/feedback.ts'
import { guestStore } from './people/guests.ts'
import { memberStore } from './people/members.ts'
import { noticeStore } from './people/notices.ts'
import { codeStore } from './people/one-time-codes.ts'
import { sessionStore } from './people/sessions.ts'
import { userStore } from './people/users.ts'
import { keyStore } from './team/idempotency-keys.ts'
import { logStore } from './team/log.ts'
import { settingStore } from './team/settings.ts'
import { claimStore } from './tickets/claims.ts'
import { ticketExportStore } from './tickets/export.ts'
import { ticketListStore } from './tickets/lists.ts'
import { mediaStore } from './tickets/media.ts'
import { ticketMergeStore } from './tickets/merges.ts'
import { narrowSearchStore } from './tickets/narrow-search.ts'
import { noteStore } from './tickets/notes.ts'
import { ticketPageStore } from './tickets/page.ts'
import { ticketQueueStore } from './tickets/queues.ts'
import { ratingStore } from './tickets/ratings.ts'
import { gramStore } from './tickets/search-index.ts'
import { ticketSeenStore } from './tickets/seen.ts'
import { similarTicketStore } from './tickets/similar-tickets.ts'
import { statisticsStore } from './tickets/statistics.ts'
import { tallyStore } from './tickets/tally.ts'
import { ticketStore } from './tickets/tickets.ts'
import { futureStore } from './upkeep/future-dates.ts'

const stores = (db: Db, there: ReadonlySet<Destination>) => ({
  attempts: attemptStore(db),
  certificates: certificateStore(db),
  claims: claimStore(db),
  codes: codeStore(db),
  boards: boardStore(db),
  conclusions: conclusionStore(db),
  content: contentStore(db),
  custody: custodyStore(db),
  duty: dutyStore(db),
  facts: factStore(db),
  factors: factorStore(db),
  feedback: feedbackStore(db),
  feeds: feedStore(db),
  hours: hourStore(db),
  importRuns: importRunStore(db),
  imports: importStore(db),
  intakes: intakeStore(db),
  keys: keyStore(db),
  leaves: leaveStore(db),
  narrowSearch: narrowSearchStore(db),
  future: futureStore(db),
  grams: gramStore(db),
  guests: guestStore(db),
  log: logStore(db),
  media: mediaStore(db),
  members: memberStore(db),
  rosters: rosterStore(db),
  notes: noteStore(db),
  notices: noticeStore(db),
  notify: notifyStore(db),
  occasions: occasionStore(db),
  openData: openDataStore(db),
  outbox: outboxStore(db),
  record: eventRecorder(db, there),
  ratings: ratingStore(db),
  receipts: receiptStore(db),
  remotes: remoteStore(db),
  sessions: sessionStore(db),
  settings: settingStore(db),
  similarTickets: similarTicketStore(db),
  statistics: statisticsStore(db),
  shiftStaff: shiftStaffStore(db),
  stocktakes: stocktakeStore(db),
  tags: tagStore(db),
  tally: tallyStore(db),
  ticketExport: ticketExportStore(db),
  ticketLists: ticketListStore(db),
  ticketMerges: ticketMergeStore(db),
  ticketPages: ticketPageStore(db),
  ticketQueues: ticketQueueStore(db),
  ticketSeen: ticketSeenStore(db),
  tickets: ticketStore(db),
  users: userStore(db),
  visits: visitStore(db),
})

/** Every store over one transaction. */
export type Tx = ReturnType<typeof stores>

/**
 * What a change answers, and what happened, as `record` gave it back. The events have to be written out, be it as none because
 * nothing was changed: that is how no new endpoint forgets them.
 */
export interface ChangeResult<T> {
  readonly answer: T
  readonly events: readonly Recorded[]
}

export const unchanged: ChangeResult<void> = { answer: undefined, events: [] }

/** Thrown in a change to answer although nothing of it is kept. */
export class RollbackWith extends Error {
  readonly answer: unknown
  constructor(answer: unknown) {
    super('nothing of the change is kept')
    this.answer = answer
  }
}

function answerOf(error: unknown): unknown {
  if (error instanceof RollbackWith) return error.answer
  throw error
}

/** The only doors to the data. Services get stores, never a connection, so no query can slip out of its transaction. */
export class Store implements AsyncDisposable {
  readonly #engine: Engine
  readonly #there = new Set<Destination>(['external'])
  readonly #made = new WeakMap<Db, Tx>()

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** From now on these hear of what happens, too. */
  addDestinations(there: Iterable<Destination>): void {
    for (const one of there) this.#there.add(one)
  }

  /** All that the work reads is as it was at one moment. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#engine.read((db) => work(this.#over(db)))
  }

  /** For a single statement, which costs less. */
  readOne<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#engine.readOne((db) => work(this.#over(db)))
  }

  /** What a person does: the change and what follows from its events, in one transaction. */
  change<T>(work: (tx: Tx) => Promise<ChangeResult<T>>, options: ChangeOptions = {}): Promise<T> {
    const answer = this.#engine.change(async (db) => (await work(this.#over(db))).answer, options)
    return answer.catch(answerOf) as Promise<T> // whoever throws `Undone` answers the same
  }

  /** What the service does by itself: no person, no event. */
  upkeep<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#engine.change((db) => work(this.#over(db)))
  }

  migrate(now: number): Promise<string[]> {
    return migrate(this.#engine, now)
  }

  /** Leaves nothing behind of what was deleted, where the database itself would. */
  scrub(): Promise<void> {
    return this.#engine.scrub()
  }

  /** How many changes wait for their turn. */
  waiting(): number {
    return this.#engine.waiting()
  }

  /** What fails now in the service's own storage, although it goes on. */
  faults(): readonly StorageFault[] {
    return this.#engine.faults()
  }

  figures(): Figures {
    return this.#engine.figures()
  }

  /** What is damaged, or may be: as long as it is, nothing is written, and nothing should be deleted. */
  damage(): string | undefined {
    return this.#engine.damage()
  }

  /** Checks the whole database now, where that is ours to do. What is found shows in `damage`. */
  checkIntegrity(): Promise<void> {
    return this.#engine.checkIntegrity()
  }

  /** Throws unless the database answers, is whole and has this version's schema. */
  async probe(): Promise<void> {
    await this.#engine.probe()
    await this.#engine.readOne(assertMigrated)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#engine[Symbol.asyncDispose]()
  }

  #over(db: Db): Tx {
    let made = this.#made.get(db)
    if (!made) {
      made = stores(db, this.#there)
      this.#made.set(db, made)
    }
    return made
  }
}
