/**
 * Faults that no test has to notice: with them the program does the same, or differs only in speed or memory.
 * `npm run prove -- mutants` ends with 1 if a fault survives that is not named here.
 */
export const survivors: Readonly<Record<string, string>> = {
  'src/rules/duty/duty.ts isUnchanged.from: field left out: at: 0':
    'Without a stored value there is nothing to leave out.',
  'src/adapters/external/file.ts parseLines: call left out: .trim()': 'A line that is blank already is blanked again.',
  'web/components/shrink.ts shrinkPhoto: less for less or equal: < → <=':
    'Either of two pictures of the same size will do.',
  'web/pages/account/MyData.tsx MyData.take.onSuccess: number one more: 2 → 3': 'The indentation of a downloaded file.',
  'web/pages/console/overview/gaps.ts comingGaps: less for less or equal: < → <= (2)':
    'Either of two shifts that begin at the same time may come first.',
  'src/store/engine/log-sync.ts LogSync.copy.start: condition never holds: header.equals(this.#synced.header) → false':
    'The log is copied from its beginning each time, which costs only speed and memory.',
  'src/rules/duty/shift-calendar.ts ShiftCalendar.lastEnd: less for less or equal: > → >=':
    'After five weeks without a shift it looks one day further back for the end of one.',
  'src/http/forms.ts MultipartForm.read: less for less or equal: > → >=':
    'The limit for the fields beside the file is a round figure; one byte makes no difference.',
  'src/store/tickets/search-index.ts addBits.i: number one more: 0 → 1':
    'It checks one more candidate, which does not match.',
  'src/service/tickets/tickets.ts createTicket.work: condition never holds: input.owner && input.phone → false':
    'It reads the profile without need.',
  'src/service/outbox/worker.ts OutboxWorker.deliver: number one more: 1 → 2':
    'It only asks whether there is a delivery.',
  'src/store/duty/duty.ts DutyStore.touch: number one more: 1 → 2': 'A version only has to differ from the one before.',
  "src/store/tickets/tickets.ts TicketStore.idsOf: call left out: .orderBy('id')":
    'Both databases return this order anyway, but do not guarantee it.',
  "src/store/people/members.ts MemberStore.hasLinkedAdmin: call left out: .where('member.active', '=', 1)":
    'The rule about the last administrator ensures that there is always an active one who has logged in.',
  'src/store/engine/connections.ts Connections.openForWaiting: less for less or equal: < → <=':
    'It waits a fraction of a millisecond longer.',
  'src/adapters/media/image.ts Decoder.decode: right side left out: error && resolve(undefined) → (error)':
    'The end of the process also reports its death; the system decides which report comes first.',
  'src/service/people/member-admin.ts endDependents: await left out: await tx.sessions.demoteExpired(member…':
    'The statement is sent before the commit anyway. Only a failing one would differ: it would end the process.',
  'src/http/limits.ts Limiter.take: number one more: 0 → 1': 'A call that comes a millisecond too early is accepted.',
  'web/components/Dialog.tsx Dialog: condition always holds: !ref.current?.open → true':
    'Current browsers ignore the second opening of a dialog; older ones report an error.',
  'src/adapters/media/copy-pictures.ts copy: statement left out: await handle.chmod(0o600)':
    'The pictures of the service are private already. The mode matters for other pictures, and between two disks, which no test has.',
  'src/store/engine/sqlite.ts SqliteEngine.checkpoint: condition never holds: complete → false':
    'The log is then written back before each change, which is slower but loses nothing.',
}
