import { Bench, QueueNumber } from '../counter/counter.ts'
import { DutyInformation } from '../duty/duty.ts'
import { get } from '../endpoint.ts'
import { Language, TicketId, Timestamp } from '../fields.ts'
import { field, flag, integer, list, objectOf, Type, text } from '../type.ts'
import { PlaceSetting, TicketKind } from './settings.ts'

export const team = {
  info: get('/team', 'anyone', {
    ticket: 'unrelated',
    summary:
      'Get what everybody may know about the team. This includes its name, language, time zone, place and address, the available logins and features, and whether it still needs its first administrator.',
    output: Type.Object({
      name: text('The name of the team; may be empty.', 'Campus Repair Team'),
      lang: field(Language, 'The language for people who have chosen none.'),
      timeZone: text('The IANA name of the team’s time zone.', 'Asia/Shanghai'),
      place: field(PlaceSetting, 'The place of the team, except during special duty.'),
      url: text('The address of the pages.', 'https://repair.example.edu'),
      logins: objectOf('The available logins.', {
        demo: flag('Whether any word is a login, for trying it out.', false),
        guest: flag('Whether people can continue without an account, with the code `guest`.', true),
        wechat: flag('Whether the mini-program’s login is available.'),
        mail: flag('Whether login codes by email are available.'),
        sso: flag('Whether the school’s login is available.', false),
      }),
      kinds: list(TicketKind, 'Kinds of devices beyond appliances and computers.'),
      phoneByCode: flag(
        'Whether POST /user/phone works, so that the mini-program may ask for the phone number.',
        false,
      ),
      signing: flag('Whether members sign in for their shifts.', true),
      impact: flag('Whether the repair figures are public at /impact.', true),
      needsAdmin: flag('Whether the team still needs its first administrator.', false),
    }),
  }),
  board: get('/team/board', 'anyone', {
    ticket: { none: 'It answers the numbers of tickets that can be collected, and nothing else about them.' },
    summary:
      'Get the content of the display in the room. It has the duty situation and leader, how many tickets of the last seven days are unclaimed, the tickets that can be collected, the team’s clock, and a line of text.',
    output: Type.Object({
      time: field(Timestamp, 'The team’s clock.'),
      duty: DutyInformation,
      waiting: integer('How many tickets of the last seven days are unclaimed.', 2),
      ready: list(TicketId, 'The numbers of tickets that can be collected, latest first.'),
      more: flag('Whether there are further ones.', false),
      queue: objectOf('The queue of the repair day.', {
        called: list(QueueNumber, 'The called numbers, latest first.', ['A03']),
        calls: list(
          Type.Object({
            number: QueueNumber,
            bench: Bench,
            time: field(Timestamp, 'When the number was last called.'),
          }),
          'The same numbers, each with its bench and time.',
        ),
        waiting: integer('How many visitors are waiting.', 5),
      }),
      text: text('A line of text by an administrator; may be empty.', 'Please bring your card when you collect'),
    }),
  }),
}
