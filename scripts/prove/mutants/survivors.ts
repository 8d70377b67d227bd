/**
 * Faults that no test notices, and why that is right: the program does the same with them, or differs only in speed or memory.
 * `npm run prove -- mutants` ends with 1 if a fault survives that is not named here.
 */
export const survivors: Readonly<Record<string, string>> = {
  'src/rules/duty/duty.ts isUnchanged.from: field left out: at: 0':
    'Where nothing was written there is nothing to be left out.',
  'src/adapters/external/file.ts parseLines: call left out: .trim()':
    'A line that was blanked before is blanked again: the same blanks in the same place.',
  'web/components/shrink.ts shrinkPhoto: less for less or equal: < → <=':
    'Of two pictures of the same size either will do.',
  'web/pages/account/MyData.tsx MyData.take.onSuccess: number one more: 2 → 3':
    'How far the lines of a downloaded file are indented.',
  'web/pages/console/overview/gaps.ts comingGaps: less for less or equal: < → <= (2)':
    'Of two shifts that begin at the same time either may come first.',
  'src/store/engine/log-sync.ts LogSync.copy.start: condition never holds: header.equals(this.#synced.header) → false':
    'The log is copied from its beginning each time: a matter of speed and memory.',
  'src/rules/duty/shift-calendar.ts ShiftCalendar.lastEnd: less for less or equal: > → >=':
    'It looks one day further back for the end of a shift, after five weeks without any.',
  'src/http/forms.ts MultipartForm.read: less for less or equal: > → >=':
    'What may stand beside the file in a form is a round figure; a byte more or less is nobody’s.',
  'src/store/tickets/search-index.ts addBits.i: number one more: 0 → 1':
    'One candidate more is looked at, and is found not to match.',
  'src/service/tickets/tickets.ts createTicket.work: condition never holds: input.owner && input.phone → false':
    'The profile is read although nothing of it is needed.',
  'src/service/outbox/worker.ts OutboxWorker.deliver: number one more: 1 → 2':
    'It only asks whether there is anything to deliver.',
  'src/store/duty/duty.ts DutyStore.touch: number one more: 1 → 2': 'A version only has to be another one.',
  "src/store/tickets/tickets.ts TicketStore.idsOf: call left out: .orderBy('id')":
    'Both databases answer in this order by themselves, without promising it.',
  "src/store/people/members.ts MemberStore.hasLinkedAdmin: call left out: .where('member.active', '=', 1)":
    'There is always an administrator who is active and has come in: the rule about the last one sees to it.',
  'src/store/engine/connections.ts Connections.openForWaiting: less for less or equal: < → <=':
    'It waits for a fraction of a millisecond more or less.',
  'src/adapters/media/image.ts Decoder.decode: right side left out: error && resolve(undefined) → (error)':
    'That a process has died is heard from its end as well; which of the two comes first is up to the system.',
  'src/service/people/member-admin.ts endDependents: await left out: await tx.sessions.demoteExpired(member…':
    'It is sent before the commit all the same. One that fails makes the difference: it would end the process.',
  'src/http/limits.ts Limiter.take: number one more: 0 → 1': 'A call that comes a millisecond too early is served.',
  'web/components/Dialog.tsx Dialog: condition always holds: !ref.current?.open → true':
    'Browsers of today take no notice of a dialog that is opened twice; older ones complain.',
  'src/adapters/media/copy-pictures.ts copy: statement left out: await handle.chmod(0o600)':
    'Pictures of the service are private already. The mode matters for pictures that came from elsewhere, and between two disks, which no test has.',
  'src/store/engine/sqlite.ts SqliteEngine.checkpoint: condition never holds: complete → false':
    'The log is then written back before each change: slower, and nothing is lost. Tests do not time.',
}
