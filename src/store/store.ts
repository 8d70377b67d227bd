import type { Destination } from '#events/deliveries.ts'
import { attemptStore } from './attempts.ts'
import { boardStore } from './boards.ts'
import { certificateStore } from './certificates.ts'
import { claimStore } from './claims.ts'
import { conclusionStore } from './conclusions.ts'
import { contentStore } from './content.ts'
import { custodyStore } from './custody.ts'
import { dutyStore } from './duty.ts'
import type { ChangeOptions, Db, Engine, Figures } from './engine/engine.ts'
import type { StorageFault } from './engine/storage-faults.ts'
import { eventRecorder, type Recorded } from './events.ts'
import { factorStore } from './factors.ts'
import { feedbackStore } from './feedback.ts'
import { feedStore } from './feeds.ts'
import { guestStore } from './guests.ts'
import { hourStore } from './hours.ts'
import { keyStore } from './idempotency-keys.ts'
import { importRunStore } from './import-runs.ts'
import { importStore } from './imports.ts'
import { intakeStore } from './intakes.ts'
import { leaveStore } from './leaves.ts'
import { logStore } from './log.ts'
import { mediaStore } from './media.ts'
import { memberStore } from './members.ts'
import { assertMigrated, migrate } from './migrations/migrate.ts'
import { noteStore } from './notes.ts'
import { noticeStore } from './notices.ts'
import { notifyStore } from './notify.ts'
import { occasionStore } from './occasions.ts'
import { codeStore } from './one-time-codes.ts'
import { openDataStore } from './open-data.ts'
import { outboxStore } from './outbox.ts'
import { ratingStore } from './ratings.ts'
import { receiptStore } from './receipts.ts'
import { remoteStore } from './remotes.ts'
import { rosterStore } from './rosters.ts'
import { gramStore } from './search/grams.ts'
import { narrowSearchStore } from './search/narrow-search.ts'
import { sessionStore } from './sessions.ts'
import { settingStore } from './settings.ts'
import { factStore } from './shift-counts.ts'
import { shiftStaffStore } from './shift-staff.ts'
import { similarTicketStore } from './similar-tickets.ts'
import { statisticsStore } from './statistics.ts'
import { stocktakeStore } from './stocktakes.ts'
import { tagStore } from './tags.ts'
import { tallyStore } from './tally.ts'
import { ticketExportStore } from './ticket-export.ts'
import { ticketListStore } from './ticket-lists.ts'
import { ticketMergeStore } from './ticket-merges.ts'
import { ticketPageStore } from './ticket-page.ts'
import { ticketQueueStore } from './ticket-queues.ts'
import { ticketSeenStore } from './ticket-seen.ts'
import { ticketStore } from './tickets.ts'
import { futureStore } from './upkeep/future-dates.ts'
import { userStore } from './users.ts'
import { visitStore } from './visits.ts'

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
export interface Done<T> {
  readonly answer: T
  readonly events: readonly Recorded[]
}

export const unchanged: Done<void> = { answer: undefined, events: [] }

/** Thrown in a change to answer although nothing of it is kept. */
export class Undone extends Error {
  readonly answer: unknown
  constructor(answer: unknown) {
    super('nothing of the change is kept')
    this.answer = answer
  }
}

function answerOf(error: unknown): unknown {
  if (error instanceof Undone) return error.answer
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
  tell(there: Iterable<Destination>): void {
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
  change<T>(work: (tx: Tx) => Promise<Done<T>>, options: ChangeOptions = {}): Promise<T> {
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
