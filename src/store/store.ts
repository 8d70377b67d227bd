import type { Destination } from '#events/deliveries.ts'
import { ContentStore } from './content/content.ts'
import { CustodyStore } from './counter/custody.ts'
import { IntakeStore } from './counter/intakes.ts'
import { ReceiptStore } from './counter/receipts.ts'
import { StocktakeStore } from './counter/stocktakes.ts'
import { TagStore } from './counter/tags.ts'
import { VisitStore } from './counter/visits.ts'
import { ConclusionStore } from './duty/conclusions.ts'
import { DutyStore } from './duty/duty.ts'
import { FeedStore } from './duty/feeds.ts'
import { LeaveStore } from './duty/leaves.ts'
import { RosterStore } from './duty/rosters.ts'
import { ShiftCountStore } from './duty/shift-counts.ts'
import { ShiftStaffStore } from './duty/shift-staff.ts'
import { type Db, Unavailable } from './engine/index.ts'
import type { ChangeOptions, Engine, EngineFigures, StorageFault } from './engine/whole-database.ts'
import { eventRecorder, type Recorded } from './events.ts'
import { BoardStore } from './hours/boards.ts'
import { CertificateStore } from './hours/certificates.ts'
import { HourStore } from './hours/hours.ts'
import { ImportRunStore } from './imports/import-runs.ts'
import { ImportStore } from './imports/imports.ts'
import { ConsentStore } from './messages/consents.ts'
import { NotifyStore } from './messages/notify.ts'
import { OccasionStore } from './messages/occasions.ts'
import { PushSubscriptionStore } from './messages/push-subscriptions.ts'
import { assertMigrated, migrate } from './migrations/migrate.ts'
import { OpenDataStore } from './open-data/open-data.ts'
import { OutboxStore } from './outbox/outbox.ts'
import { RemoteStore } from './outbox/remotes.ts'
import { AttemptStore } from './people/attempts.ts'
import { FactorStore } from './people/factors.ts'
import { FeedbackStore } from './people/feedback.ts'
import { GuestStore } from './people/guests.ts'
import { MemberStore } from './people/members.ts'
import { NoticeStore } from './people/notices.ts'
import { CodeStore } from './people/one-time-codes.ts'
import { SessionStore } from './people/sessions.ts'
import { UserStore } from './people/users.ts'
import { KeyStore } from './team/idempotency-keys.ts'
import { LogStore } from './team/log.ts'
import { SettingStore } from './team/settings.ts'
import { ClaimStore } from './tickets/claims.ts'
import { TicketExportStore } from './tickets/export.ts'
import { ListCountStore } from './tickets/list-counts.ts'
import { TicketListStore } from './tickets/lists.ts'
import { PictureStore } from './tickets/media.ts'
import { TicketMergeStore } from './tickets/merges.ts'
import { NarrowSearchStore } from './tickets/narrow-search.ts'
import { NoteStore } from './tickets/notes.ts'
import { TicketPageStore } from './tickets/page.ts'
import { TicketQueueStore } from './tickets/queues.ts'
import { RatingStore } from './tickets/ratings.ts'
import { SearchIndexStore } from './tickets/search-index.ts'
import { TicketSeenStore } from './tickets/seen.ts'
import { SimilarTicketStore } from './tickets/similar-tickets.ts'
import { StatisticsStore } from './tickets/statistics.ts'
import { TicketStore } from './tickets/tickets.ts'
import { futureStore } from './upkeep/future-dates.ts'

const stores = (db: Db, there: ReadonlySet<Destination>) => ({
  attempts: new AttemptStore(db),
  certificates: new CertificateStore(db),
  claims: new ClaimStore(db),
  codes: new CodeStore(db),
  boards: new BoardStore(db),
  conclusions: new ConclusionStore(db),
  content: new ContentStore(db),
  custody: new CustodyStore(db),
  duty: new DutyStore(db),
  shiftCounts: new ShiftCountStore(db),
  factors: new FactorStore(db),
  feedback: new FeedbackStore(db),
  feeds: new FeedStore(db),
  hours: new HourStore(db),
  importRuns: new ImportRunStore(db),
  imports: new ImportStore(db),
  intakes: new IntakeStore(db),
  idempotencyKeys: new KeyStore(db),
  leaves: new LeaveStore(db),
  narrowSearch: new NarrowSearchStore(db),
  future: futureStore(db),
  searchIndex: new SearchIndexStore(db),
  guests: new GuestStore(db),
  log: new LogStore(db),
  media: new PictureStore(db),
  members: new MemberStore(db),
  rosters: new RosterStore(db),
  notes: new NoteStore(db),
  notices: new NoticeStore(db),
  notify: new NotifyStore(db),
  consents: new ConsentStore(db),
  pushSubscriptions: new PushSubscriptionStore(db),
  occasions: new OccasionStore(db),
  openData: new OpenDataStore(db),
  outbox: new OutboxStore(db),
  record: eventRecorder(db, there),
  ratings: new RatingStore(db),
  receipts: new ReceiptStore(db),
  remotes: new RemoteStore(db),
  sessions: new SessionStore(db),
  settings: new SettingStore(db),
  similarTickets: new SimilarTicketStore(db),
  statistics: new StatisticsStore(db),
  shiftStaff: new ShiftStaffStore(db),
  stocktakes: new StocktakeStore(db),
  tags: new TagStore(db),
  listCounts: new ListCountStore(db),
  ticketExport: new TicketExportStore(db),
  ticketLists: new TicketListStore(db),
  ticketMerges: new TicketMergeStore(db),
  ticketPages: new TicketPageStore(db),
  ticketQueues: new TicketQueueStore(db),
  ticketSeen: new TicketSeenStore(db),
  tickets: new TicketStore(db),
  users: new UserStore(db),
  visits: new VisitStore(db),
})

/** Every store over one transaction. */
export type Tx = ReturnType<typeof stores>

/**
 * What a change answers, and what happened, as `record` gave it back. The events must be written out, even as an empty list because
 * nothing was changed: that is how no new endpoint forgets them.
 */
export interface ChangeResult<T> {
  readonly answer: T
  readonly events: readonly Recorded[]
}

export const unchanged: ChangeResult<void> = { answer: undefined, events: [] }

/** The result of a change that is recorded by one event. */
export async function withEvent(tx: Tx, event: Parameters<Tx['record']>[0]): Promise<ChangeResult<void>>
export async function withEvent<T>(tx: Tx, event: Parameters<Tx['record']>[0], answer: T): Promise<ChangeResult<T>>
export async function withEvent<T>(
  tx: Tx,
  event: Parameters<Tx['record']>[0],
  answer?: T,
): Promise<ChangeResult<T | undefined>> {
  return { answer, events: [await tx.record(event)] }
}

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

  /** All that the work reads is as it was at one moment. The work may be done more than once, the last time counts. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#engine.read((db) => work(this.#over(db)))
  }

  /** What a person does: the change and what follows from its events, in one transaction. */
  change<T>(work: (tx: Tx) => Promise<ChangeResult<T>>, options: ChangeOptions = {}): Promise<T> {
    const answer = this.#engine.change(async (db) => (await work(this.#over(db))).answer, options)
    return answer.catch(answerOf) as Promise<T> // `RollbackWith` holds an answer of the same type
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

  /** Present faults of the service's own storage that do not stop it. */
  faults(): readonly StorageFault[] {
    return this.#engine.faults()
  }

  figures(): EngineFigures {
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
    const damage = this.damage()
    if (damage) throw new Unavailable(damage)
    await this.#engine.read(assertMigrated)
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
