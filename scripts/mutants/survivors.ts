/**
 * Faults that no test notices, and why that is right: the program does the same with them, or differs only in speed or memory.
 * `npm run mutants` ends with 1 if a fault survives that is not named here.
 */
export const survivors: Readonly<Record<string, { readonly fault: string; readonly reason: string }>> = {
  '9b9e5d5f': {
    fault: 'src/adapters/external/file.ts:86 placed: call left out: text.trim() → text',
    reason: 'A line that was blanked before is blanked again: the same blanks in the same place.',
  },
  d27de4b7: {
    fault:
      'src/http/handlers/sso.ts:37 browserCookie.read: condition always holds: value && /^[\\w-]{43}$/.test(value) → true',
    reason: 'A cookie that is not of our making is no key to any login that was begun, so it is refused a step later.',
  },
  '67d8a03a': {
    fault: 'src/http/multipart.ts:137 Multipart.find: wrong sign: + → -',
    reason: 'Two bytes are searched once more; what is found is the same.',
  },
  d151ce2a: {
    fault: 'src/http/server.ts:114 Server.drain.isQuiet: less for less or equal: > → >=',
    reason: 'It waits for a fraction of a millisecond more or less.',
  },
  b1412582: {
    fault:
      'src/service/search.ts:143 candidatesIn.left: call left out: blocks.filter((block) => met.get(block)?.length) → blocks',
    reason: 'Blocks without a candidate are looked up as well: a matter of speed.',
  },
  '58051621': {
    fault: 'web/parts/shrink.ts:19 shrunk: less for less or equal: < → <=',
    reason: 'Of two pictures of the same size either will do.',
  },
  '03ab0c11': {
    fault: 'web/scenes/account/MyData.tsx:20 MyData.take.after: number one more: 2 → 3',
    reason: 'How far the lines of a downloaded file are indented.',
  },
  c277a98f: {
    fault: 'web/scenes/console/members/MemberDetails.tsx:131 EditMember: attribute left out: autoComplete="off"',
    reason: 'Whether a browser offers what was typed before is up to the browser.',
  },
  '5a1d374c': {
    fault: 'web/scenes/console/overview/gaps.ts:11 comingGaps: less for less or equal: < → <=',
    reason: 'Of two shifts that begin at the same time either may come first.',
  },
}
