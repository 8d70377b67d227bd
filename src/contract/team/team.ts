import { QueueNumber } from '../counter/counter.ts'
import { DutyInformation } from '../duty/duty.ts'
import { get } from '../endpoint.ts'
import { Language, TicketId, Timestamp } from '../fields.ts'
import { field, flag, integer, list, Type, text } from '../type.ts'
import { PlaceSetting, TicketKind } from './settings.ts'

/** What the team publishes to visitors who are not logged in. */
export const team = {
  info: get('/team', 'anyone', {
    ticket: 'unrelated',
    summary:
      'The team’s name, language, zone, place and address, which ways to log in there are, whether members sign in for their shifts, whether it publishes what it has repaired, and whether it still needs its first administrator.',
    output: Type.Object({
      name: text('What the team is called; may be empty.', 'Campus Repair Team'),
      lang: field(Language, 'The language of people who have chosen none.'),
      timeZone: text('The zone of the team’s wall clock, by its IANA name.', 'Asia/Shanghai'),
      place: field(PlaceSetting, 'Where the team is, unless special duty is elsewhere.'),
      url: text('The address of the pages.', 'https://repair.example.edu'),
      logins: field(
        Type.Object({
          demo: flag('Any word is a login; for trying it out.', false),
          guest: flag('People may go on without an account, with the code `guest`.', true),
          wechat: flag('The mini-program’s login.'),
          mail: flag('A code by mail.'),
          sso: flag('The school’s login.', false),
        }),
        'Which ways to log in there are.',
      ),
      kinds: list(TicketKind, 'What the team mends beyond appliances and computers.'),
      phoneByCode: flag('Whether POST /user/phone works: the mini-program may ask for the phone number.', false),
      signing: flag('Whether members sign in for their shifts.', true),
      impact: flag('Whether it publishes what it has repaired, at /impact.', true),
      needsAdmin: flag('Whether it still needs its first administrator.', false),
    }),
  }),
  board: get('/team/board', 'anyone', {
    ticket: { none: 'Numbers of what can be collected, and nothing else of it.' },
    summary:
      'What the display in the room shows: the duty situation and who leads, how many tickets of the last seven days nobody has claimed, the numbers of those that can be taken back (the latest first, `more` if there are further ones), the team’s clock, and a line of text.',
    output: Type.Object({
      time: field(Timestamp, 'The team’s clock.'),
      duty: DutyInformation,
      waiting: integer('How many tickets of the last seven days nobody has claimed.', 2),
      ready: list(TicketId, 'The numbers of tickets that can be taken back, the latest first.'),
      more: flag('Whether there are further ones.', false),
      queue: field(
        Type.Object({
          called: list(QueueNumber, 'The numbers that are called, the latest first.', ['A03']),
          waiting: integer('How many wait to be called.', 5),
        }),
        'The queue of the repair day.',
      ),
      text: text('A line that an administrator wrote; may be empty.', 'Please bring your card when you collect'),
    }),
  }),
}
