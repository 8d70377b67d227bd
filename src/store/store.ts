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
import type { ChangeOptions, Engine, Storage } from './engine/whole-database.ts'
import { eventRecorder, type RecordedEvent } from './events.ts'
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
import { BookingStore } from './repair-days/bookings.ts'
import { HelperStore } from './repair-days/helpers.ts'
import { RepairDayStore } from './repair-days/repair-days.ts'
import { DayTaskStore } from './repair-days/tasks.ts'
import { KeyStore } from './team/idempotency-keys.ts'
import { LogStore } from './team/log.ts'
import { SettingStore } from './team/settings.ts'
import { TicketExportStore } from './tickets/export.ts'
import { ClaimStore } from './tickets/idle-claims.ts'
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
import { futureDateStore } from './upkeep/future-dates.ts'

const stores = (db: Db, destinations: ReadonlySet<Destination>) => ({
  attempts: new AttemptStore(db),
  certificates: new CertificateStore(db),
  claims: new ClaimStore(db),
  codes: new CodeStore(db),
  boards: new BoardStore(db),
  bookings: new BookingStore(db),
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
  future: futureDateStore(db),
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
  record: eventRecorder(db, destinations),
  ratings: new RatingStore(db),
  receipts: new ReceiptStore(db),
  remotes: new RemoteStore(db),
  repairDays: new RepairDayStore(db),
  helpers: new HelperStore(db),
  dayTasks: new DayTaskStore(db),
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

export type Tx = ReturnType<typeof stores>

/** The answer of a change and its recorded events. The list is required, even if empty, so that no endpoint forgets its events. */
export interface ChangeResult<T> {
  readonly answer: T
  readonly events: readonly RecordedEvent[]
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

/** Thrown in a change to roll it back and still answer. */
export class RollbackWith extends Error {
  readonly answer: unknown
  constructor(answer: unknown) {
    super('the change is rolled back')
    this.answer = answer
  }
}

function answerOf(error: unknown): unknown {
  if (error instanceof RollbackWith) return error.answer
  throw error
}

/** The only way to the data. Services get stores and never a connection, so every query runs in a transaction. */
export class Store implements AsyncDisposable {
  readonly storage: Storage
  readonly #engine: Engine
  readonly #destinations = new Set<Destination>(['external'])
  readonly #txs = new WeakMap<Db, Tx>()

  constructor(engine: Engine) {
    this.storage = engine
    this.#engine = engine
  }

  /** Events are delivered to these destinations too from now on. */
  addDestinations(destinations: Iterable<Destination>): void {
    for (const one of destinations) this.#destinations.add(one)
  }

  /** Reads one snapshot. `work` may run more than once; the last run counts. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#engine.read((db) => work(this.#over(db)))
  }

  /** A change by a person, and the consequences of its events, in one transaction. */
  change<T>(work: (tx: Tx) => Promise<ChangeResult<T>>, options: ChangeOptions = {}): Promise<T> {
    const answer = this.#engine.change(async (db) => (await work(this.#over(db))).answer, options)
    return answer.catch(answerOf) as Promise<T> // `RollbackWith` holds an answer of the same type
  }

  /** A change that the service makes by itself, without a person or an event. */
  upkeep<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#engine.change((db) => work(this.#over(db)))
  }

  migrate(now: number): Promise<string[]> {
    return migrate(this.#engine, now)
  }

  /** Throws unless the database answers, is intact and has the schema of this version. */
  async probe(): Promise<void> {
    const damage = this.storage.damage()
    if (damage) throw new Unavailable(damage)
    await this.#engine.read(assertMigrated)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#engine[Symbol.asyncDispose]()
  }

  #over(db: Db): Tx {
    let made = this.#txs.get(db)
    if (!made) {
      made = stores(db, this.#destinations)
      this.#txs.set(db, made)
    }
    return made
  }
}
