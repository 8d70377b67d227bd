import { accessories, type Status, statusMeaning } from '../codes.ts'
import { isHidden, type ReviewKind } from '../content/content.ts'
import type { VisitState } from '../counter/counter.ts'
import type { CustodyStep } from '../counter/custody-fields.ts'
import type { HourState } from '../hours/hour-fields.ts'
import type { ImportKind } from '../imports/import-fields.ts'
import type { MemberField } from '../phrases.ts'
import { codeWords } from './codes-en_US.ts'
import { countedNoun } from './counted.ts'
import { externalWords } from './external-en_US.ts'
import { flaws, situationRules } from './fields-en_US.ts'
import { importWords } from './imports-en_US.ts'
import { loginWays, settingWords } from './log-en_US.ts'
import { wayText } from './login-ways.ts'
import { messageWords } from './messages-en_US.ts'
import { barriers, outcomes } from './outcomes-en_US.ts'
import { settingsText } from './setting-text.ts'
import { channelTroubleText, codeNameOf, firstNumbers, type Words } from './words.ts'

const memberFields: Record<MemberField, string> = {
  name: 'name',
  phone: 'phone',
  stuid: 'student id',
  passwd: 'password',
  avatar: 'picture',
  code: 'invitation code',
  class: 'class',
  college: 'college',
}

const statusName = (code: Status) => codeWords.status[statusMeaning(code).name]

const accessoryName = (code: number) => codeNameOf(codeWords.accessory, accessories, code) ?? `Accessory ${code}`

const custodySteps: Record<CustodyStep, string> = {
  received: 'received',
  shelved: 'put on a shelf',
  bench: 'taken to the bench',
  colleague: 'handed to a colleague',
  workshop: 'handed to a workshop',
  returned: 'returned',
  not_returned: 'not returned after all',
}
const visitStates: Record<VisitState, string> = {
  waiting: 'waiting',
  called: 'called',
  served: 'at the bench',
  skipped: 'skipped',
  gone: 'gone',
}

const hourStates: Record<HourState, string> = { proposed: 'proposed', approved: 'approved', refused: 'refused' }

const importKinds: Record<ImportKind, string> = {
  tickets: 'imported tickets',
  members: 'imported members',
  roster: 'imported a roster',
  ords: 'imported open repair data',
}

const reviewKinds: Record<ReviewKind, string> = {
  ticket: 'the words of a ticket',
  note: 'a note',
  rating: 'the words of a rating',
  feedback: 'feedback',
  owner: 'the name on a ticket',
  name: 'a name',
  picture: 'a picture',
}

/** Devices are named like "Chrome, Android". */
const deviceName = (device: string) => device.replace(', ', ' on ')
const onDevice = (device = '') => (device === '' ? '' : `, on ${deviceName(device)}`)
const shiftOf = (when: string, shift: string) => (when === '' ? 'no date' : `${when}, shift ${shift}`)

export const en_US: Words = {
  errors: {
    bad_request: () => 'The request cannot be understood.',
    bad_json: () => 'The request is not valid JSON.',
    bad_input: ({ field, flaw, limit }) => flaws[flaw](field || 'A field', limit ?? ''),
    code_refused: () => 'This code is not valid, has expired or has been used. Please get a new one.',
    bad_situation: ({ rule }) => situationRules[rule]((field) => field),
    bad_substitute: ({ name, why }) =>
      ({
        unknown: 'There is no member of that name.',
        oneself: 'You cannot stand in for yourself.',
        on_shift: `${name} is on that shift already.`,
        on_leave: `${name} has requested leave from that shift. That request has to be withdrawn first.`,
      })[why],
    factor_refused: () =>
      'This code of the second factor is not right, or has been used. Please wait for the next one.',
    factor_needed: () => 'Please enter the code that your second factor shows now, or a recovery code.',
    proof_needed: () =>
      'Please prove first that it is you: enter your password, or log in as a member again with a code or at your school.',
    session_not_found: () => 'There is no such session, or it has ended already.',
    no_student_id: () => 'A password needs a student id to go with it. Please ask an administrator to enter yours.',
    factor_is_on: () => 'You have a second factor already. Switch it off first.',
    password_refused: () => 'The student id or the password is not right.',
    not_logged_in: () => 'Please log in.',
    wrong_role: ({ needed }) =>
      needed === 'admin' ? 'Only administrators may do this.' : 'Only team members may do this.',
    not_a_worker: () => 'Only those who work on this ticket, or an administrator, may do this.',
    merge_needs_worker: () =>
      'Only who works on both of these tickets, or on one while the other is unclaimed, may join them, or an administrator. Claim them first.',
    not_at_counter: () =>
      'Only who filed this ticket, who works on it or an administrator may make a receipt for it, and on the day it was filed any member.',
    own_receipt: () =>
      'You made this receipt, or joined its ticket with this one, so you cannot act by it. It is for the visitor; another member can make a new one.',
    not_the_owner: () => 'Only the owner of this ticket may do this.',
    login_blocked: () => 'WeChat has blocked this login. Please try again later or ask the team.',
    not_found: () => 'There is nothing here.',
    method_not_allowed: () => 'This address cannot be called with this HTTP method.',
    not_configured: () => 'This is not available here.',
    no_channel: () => 'The team does not send messages this way.',
    member_not_found: () => 'There is no such member.',
    no_current_roster: () => 'There is no current roster.',
    roster_not_found: () => 'There is no such roster.',
    leave_not_found: () => 'There is no such leave.',
    plan_not_found: () => 'No such special duty lies ahead.',
    out_of_duty: () => 'Nobody is on duty now, so there is no head count to correct.',
    roster_changed: () =>
      'Somebody else has changed this roster in the meantime. Load it again and repeat your change.',
    settings_changed: () =>
      'Somebody else has changed the same setting in the meantime. Load it again and repeat your change.',
    member_changed: () =>
      'Somebody else has changed the same about this member in the meantime. Load them again and repeat your change.',
    not_on_shift: () => 'You are not on that shift.',
    shift_over: () => 'That shift is already over.',
    leave_taken: ({ by }) => `${by} takes this shift already.`,
    ticket_not_found: ({ id }) => `There is no ticket #${id}.`,
    delivery_not_found: () => 'There is nothing of that number to deliver.',
    already_claimed: ({ by }) => `${by} has claimed this ticket already.`,
    not_claimed: () => 'Nobody has claimed this ticket yet, so the device cannot be collected.',
    undo_over: () =>
      'A hand-back can be undone for ten minutes, and not after the personal data of the ticket is gone.',
    last_worker: () =>
      'Nobody else is on this ticket and work on it has begun. Add a colleague first, or move it back to accepted.',
    move_not_allowed: ({ allowed }) =>
      allowed.length === 0
        ? 'This ticket is closed: its status does not change any more.'
        : `The ticket cannot go there. It can go to: ${allowed.map((status) => `${status} ${statusName(status)}`).join(', ')}.`,
    ticket_over: () => 'This ticket is finished: nothing of it changes any more.',
    key_reused: () => 'This Idempotency-Key has been used for a call with other contents.',
    pictures_over: () =>
      'This ticket ended a while ago and its pictures have been removed, so it takes no new ones. Write without pictures, or hand in a new ticket.',
    device_with_team: ({ id }) =>
      `The team still has your device (ticket #${id}). Please collect it first; then your data can be erased.`,
    not_a_guest: () =>
      'You are logged in with an account already. Only what somebody has who came without one can be taken along.',
    linked_elsewhere: () => 'That account belongs to another member than you are here, so the two cannot become one.',
    receipt_unknown: () => 'This receipt is not known here, or it has ended. Ask the team for a new one.',
    kiosk_closed: () => 'This kiosk is closed. Somebody of the team can open it again.',
    tag_unknown: ({ tag }) => `There is no tag ${tag}.`,
    not_in_queue: () => 'They are not in today’s queue.',
    receipt_over: () => 'This ticket ended a while ago, so there is no receipt for it any more.',
    receipt_taken: () => 'There is another ticket with this receipt already.',
    not_a_visitor: () => 'This ticket belongs to somebody with an account, so they alone decide about it.',
    account_needed: () => 'Log in with an account first: what only this device knows would be lost with it.',
    tag_taken: ({ tag, id }) => `Tag ${tag} is tied to ticket #${id} already.`,
    nobody_waits: () => 'Nobody is waiting whom you could call.',
    visit_over: () => 'They are not waiting any more.',
    never_received: () => 'The team does not have this device: nobody has received it, or it was handed back.',
    handed_back: () =>
      'This device was handed back already, and something else was written down about it. What you said now was not.',
    accessory_never_there: ({ accessory }) => `${accessoryName(accessory)} did not come with this device.`,
    accessory_unsaid: ({ accessory }) =>
      `${accessoryName(accessory)} came with this device: say either that it goes back, or why it does not.`,
    signing_off: () => 'Members do not sign in here. An administrator can switch it on in the settings.',
    board_code_needed: () => 'Please scan the code on the board in the room, or type it in.',
    board_code_refused: () => 'This code is not the one on the board, or it is older than a minute. Please look again.',
    board_unknown: () =>
      'This display is not known as the board any more. An administrator can make it one in the console.',
    no_shift_now: () => 'There is no such shift now. What you do outside shifts you can enter as other work.',
    not_here: () => 'Not signed in any more.',
    still_here: () => 'They are still there: this line can be decided on once they have left.',
    not_on_timetable: () => 'The timetable has no such shift on that day.',
    line_not_found: () => 'There is no such line of hours.',
    decided_itself: () => 'A correction is a decision already. If it is wrong, correct the line once more.',
    period_closed: () => 'This line belongs to a closed period, which stays as it is. Correct it instead.',
    period_not_over: () => 'A period can be closed once its last day is over.',
    already_written: () => 'There is a line for this time already. Correct that one instead.',
    period_taken: ({ from }) => `The days before ${from} belong to a closed period already.`,
    hours_undecided: ({ lines }) =>
      `${lines === 1 ? '1 line of this period still waits' : `${lines} lines of this period still wait`} for a decision.`,
    nothing_to_certify: () =>
      'You have no hours in one of these periods, or it is not closed yet. Certificates tell of closed periods alone.',
    outcome_too_soon: () => 'What became of a repair can be said once it is repaired or cannot be.',
    ticket_merged: ({ into }) => `This ticket was joined with #${into}. Please go on there.`,
    merge_not_allowed: ({ why }) =>
      ({
        owners: 'These two tickets belong to different accounts, so they cannot become one.',
        not_same_person:
          'These tickets are not of the same account, and phone and mail address of both are not the same for you to see. If they are one person’s, they can say so: logged in, they make a visitor’s ticket theirs with its receipt.',
        both_here: 'The team has a device for each of these two tickets, so they are not the same.',
        over: 'One of these tickets is over. Only unfinished ones can be joined.',
        joined: 'One of these tickets was joined with another already.',
      })[why],
    merge_over: () => 'Joining tickets can be undone for a day, and not after their personal data is gone.',
    not_collected: () => 'A repair can be rated once the device is back with its owner.',
    rated_already: () => 'This repair has been rated already.',
    look_not_found: () => 'There is nothing of that number to look at, or somebody has decided about it already.',
    not_in_miniprogram: () =>
      'Nothing was saved: WeChat checks only what somebody writes who was in the mini-program lately. Please open the mini-program once, then send this again.',
    text_refused: () =>
      'WeChat’s content check did not accept this text, so it was not saved. Please put it in other words.',
    push_refused: () => 'This is not signed as messages of WeChat are, or it is too old.',
    impact_off: () => 'This team does not publish its figures.',
    import_unreadable: ({ why }) =>
      ({
        empty: 'The file is empty.',
        no_table: 'The file has no row of headings that could be found.',
        not_a_table: 'The file is neither a CSV file nor an XLSX workbook.',
        old_excel: 'This is the old format of Excel (.xls). Save it as .xlsx or as CSV.',
        encrypted: 'The file is protected by a password. Save it without one.',
        cut_off: 'The file ends in the middle or is damaged. Save or copy it once more.',
        too_large_inside: 'There is far too much in the file, or in one of its rows.',
        too_many_rows: 'The file has too many rows. Divide it into several.',
        too_many_columns: 'The file has too many columns.',
        no_such_sheet: 'There is no such sheet in the workbook.',
        changed: 'The file was changed while it was being read. Close it in other programs and try again.',
      })[why],
    import_refused: ({ rows }) =>
      `${rows} ${rows === 1 ? 'row is' : 'rows are'} not right, so nothing was imported. Correct the file, or import the good rows alone.`,
    import_not_found: () => 'There is no such import.',
    import_undo_over: () =>
      'An import can be undone for 24 hours, and this one is older. A backup from before it would bring that state back.',
    name_taken: ({ name }) => `Another member is called ${name}. Rosters refer to names, so each must be different.`,
    student_id_taken: () => 'Another member has this student id.',
    last_admin: () => 'This is the last administrator. Make somebody else one first.',
    no_address: () => 'There is nowhere to send it: you have not given an address here yet, or it was refused.',
    channel_refused: ({ trouble }) => `The test was not taken. ${channelTroubleText(messageWords, trouble)}`,
    timed_out: () => 'The request took too long to arrive.',
    too_large: () => 'The request is too large.',
    too_many_fields: () => 'The request has too many fields, or they are nested too deep.',
    wrong_media_type: () => 'The request must be sent as JSON.',
    wrong_host: () => 'This is open to this machine alone. Ask for it at the address of the service, or at 127.0.0.1.',
    too_many_requests: ({ seconds }) => `Too many requests. Please try again in ${countedNoun(seconds, 'second')}.`,
    picture_quota: ({ seconds }) =>
      `As many pictures as a day allows came from you or from your network. Please try again in ${countedNoun(Math.ceil(seconds / 3600), 'hour')}. Text can still be sent.`,
    broken: () => 'Something went wrong on our side. Please try again later.',
    overloaded: () => 'There is too much going on right now. Please try again in a moment.',
    stopping: () => 'The service is being stopped. Please try again in a moment.',
    storage_unavailable: () => 'Data cannot be read or saved right now. Please try again in a moment.',
    disk_low: () =>
      'There is too little storage left here to take pictures. Please try again later. Text can still be sent.',
    peer_unavailable: () => 'A service that is needed for this does not answer. Please try again in a moment.',
  },
  flaws,
  codes: codeWords,
  outcomes,
  barriers,
  imports: importWords,
  byReceipt: (what, maker) => `${what} (by a receipt that ${maker} made)`,
  byJoinedReceipt: (what, joiners) => `${what} (by the receipt of a ticket that ${joiners} joined with this one)`,
  phrases: {
    logged_in: (f) => `logged in (${wayText(loginWays, f.with)})`,
    logged_out: () => 'logged out',
    approved: () => 'let another device log in',
    merged: () => 'took along what they had as a guest',
    profile: ({ fields }) => `changed ${fields.join(' and ')}`,
    language: ({ lang }) => settingWords.langs[lang],
    feedback: () => 'feedback',
    member_logged_in: (f) => `${f.name} logged in (${wayText(loginWays, f.with)})`,
    member_logged_out: ({ name }) => `${name} logged out`,
    member: ({ name, fields, admin, active }) =>
      [
        name,
        ...(admin === undefined ? [] : [admin ? 'administrator' : 'not an administrator']),
        ...(active === undefined ? [] : [active ? 'active' : 'removed']),
        ...fields.filter((field) => field !== 'name').map((field) => `new ${memberFields[field]}`),
      ].join(', '),
    factor: ({ name, on }) => `${name}, second factor ${on ? 'on' : 'off'}`,
    invited: ({ name, admin }) => (admin ? `${name}, administrator` : name),
    settings: ({ values }) => settingsText(settingWords, values),
    ticket: ({ status: code, confirmed, workers, note }) =>
      [
        statusName(code),
        ...(confirmed ? ['back with its owner'] : []),
        ...(workers ? [workers.length > 0 ? workers.join(', ') : 'nobody on it'] : []),
        ...(note === undefined ? [] : [note === 2 ? 'with an internal note' : 'with a comment']),
      ].join(', '),
    comment: ({ type }) => (type === 2 ? 'internal note' : 'comment'),
    forwarded: () => 'promised to the external ticket system',
    exported: ({ from, until }) => `tickets as a table, ${from || 'from the beginning'} – ${until || 'until now'}`,
    placed: ({ what }) => custodySteps[what],
    tagged: ({ tag }) => `tied to tag ${tag}`,
    queued: ({ number, state }) => `${number}: ${visitStates[state]}`,
    receipt: ({ made }) => (made ? 'a new receipt' : 'the receipt was ended'),
    adopted: () => 'moved from a visitor to an account',
    stocktake: ({ there, missing, stray }) =>
      `took stock: ${there} there, ${missing} missing, ${stray} that should not be there`,
    signed: ({ name, shift, out }) =>
      `${name} signed ${out ? 'out' : 'in'}, ${shift === 'others' ? 'special duty' : `shift ${shift}`}`,
    hour_line: ({ name, date, minutes, state, own }) =>
      `${name}, ${date}, ${countedNoun(minutes, 'minute')}, ${hourStates[state]}${own ? ' (their own hours)' : ''}`,
    hours_decided: ({ ids, state, own }) =>
      `${ids.length} ${ids.length === 1 ? 'line' : 'lines'} of hours ${hourStates[state]}: ${firstNumbers(ids).join(', ')}${own ? ` (${own} of their own)` : ''}`,
    objection: ({ date }) => `objected to hours of ${date}`,
    objection_answered: ({ date }) => `answered an objection to hours of ${date} and left them as they are`,
    period: ({ name, until, lines, minutes }) =>
      `${name}, until ${until}: ${countedNoun(lines, 'line')}, ${countedNoun(minutes, 'minute')}`,
    certificate: () => 'a certificate of hours',
    hours_exported: ({ from, until }) => `hours as a table, ${from} – ${until}`,
    board_token: ({ made }) => (made ? 'a new token for the board' : 'the token of the board was ended'),
    kiosk: ({ open }) => (open ? 'kiosk opened' : 'kiosks closed'),
    forwarded_again: () => 'another try to forward it',
    outcome: ({ outcome }) =>
      outcome === '' ? 'what became of it: not said' : `what became of it: ${outcomes[outcome]}`,
    rated: ({ stars }) => `rated: ${stars} of 5`,
    joined: ({ from, undone }) => (undone ? `separated from #${from} again` : `joined with #${from}`),
    imported: ({ what, rows }) => `${importKinds[what]}: ${countedNoun(rows, 'row')}`,
    import_undone: ({ what, rows, kept }) => `undid an import (${importKinds[what]}): removed ${rows}, kept ${kept}`,
    ords_exported: ({ from, until, rows }) =>
      `open data, ${from || 'from the beginning'} – ${until || 'until now'}: ${countedNoun(rows, 'repair')}`,
    picture_checked: ({ shown }) =>
      shown ? 'a picture was checked and is shown' : 'a picture was removed by the content check',
    looked: ({ what, fine }) =>
      `looked at ${reviewKinds[what]}: ${fine ? 'fine' : isHidden(what) ? 'hidden' : 'removed'}`,
    note_created: () => 'Filed the ticket.',
    note_claimed: () => 'Claimed the ticket.',
    note_moved: ({ from, to }) => `Changed the status from ${statusName(from)} to ${statusName(to)}.`,
    note_cancelled: () => 'Cancelled the ticket.',
    note_contact: () => 'Changed the contact details.',
    note_retrieved: () => 'Confirmed that the device is back with its owner.',
    note_unretrieved: () => 'Undid that: the device is still with the team.',
    note_forwarded: () => 'Forwarded the ticket to the external ticket system.',
    note_received: () => 'Received the device.',
    note_assigned: ({ name }) => `Added ${name} to the ticket.`,
    note_dropped: ({ name }) => (name === undefined ? 'Left the ticket.' : `Took ${name} off the ticket.`),
    note_merged: ({ from }) => `Joined ticket #${from} with this one.`,
    note_unmerged: ({ from }) => `Separated ticket #${from} from this one again.`,
    note_returned: ({ days, why }) =>
      ({
        idle: `Nothing happened for ${countedNoun(days, 'day')}: the ticket is open to all again.`,
        leave: `Nothing happened for ${countedNoun(days, 'day')}, and who works on it is on leave: the ticket is open to all again.`,
        removed: 'Who worked on it has left the team: the ticket is open to all again.',
      })[why],
    note_imported: () => 'Taken over from a table.',
    note_picture_refused: () => 'A picture was removed: the content check did not accept it.',
    note_removed: ({ what }) =>
      what === 'picture'
        ? 'The team removed a picture.'
        : `The team ${isHidden(what) ? 'hid' : 'removed'} something that was written here.`,
    erased: () => 'erased their data',
    situation: ({ duty, count, place, time, reason }) =>
      [
        duty === 'off' ? 'off' : duty === '0' ? 'ended' : duty === 'others' ? 'special duty' : `shift ${duty}`,
        ...(time === '' ? [] : [time]),
        ...(place === '' ? [] : [place]),
        ...(count === null || duty === 'off' || duty === '0' ? [] : [countedNoun(count, 'person', 'people')]),
        ...(reason === '' ? [] : [reason]),
      ].join(', '),
    head_count: ({ count }) => countedNoun(count, 'person', 'people'),
    roster: ({ name, slots, current }) => `${name}, ${countedNoun(slots, 'slot')}${current ? ', current' : ''}`,
    leave: ({ when, shift, substitute }) =>
      `${shiftOf(when, shift)}, ${substitute === '' ? 'no substitute' : `substitute ${substitute}`}`,
    conclusion: ({ when, shift }) => shiftOf(when, shift),
    feed: () => 'calendar feed',
  },
  notices: {
    new_device: ({ device }) => `New login: ${deviceName(device) || 'an unknown device'}.`,
    paired: ({ device, member }) =>
      `You let ${deviceName(device) || 'another device'} log in as you${member ? ', with your access as a member' : ''}.`,
    member_linked: ({ device }) =>
      `Someone logged in as you, with your access as a member: ${deviceName(device) || 'an unknown device'}.`,
    password_changed: ({ byAdmin, device }) =>
      byAdmin ? 'An administrator set a new password for you.' : `Your password was changed${onDevice(device)}.`,
    password_cleared: ({ byAdmin, device }) =>
      byAdmin ? 'An administrator removed your password.' : `Your password was removed${onDevice(device)}.`,
    factor_on: ({ device }) => `Two-step verification was switched on${onDevice(device)}.`,
    factor_off: ({ byAdmin, device }) =>
      byAdmin
        ? 'An administrator reset your two-step verification.'
        : `Two-step verification was switched off${onDevice(device)}.`,
    recovery_used: ({ left, device }) =>
      `A recovery code was used${onDevice(device)}. ${left === 0 ? 'None are left' : `${left} left`}.`,
    mail_refused: () =>
      'Emails to your address were refused. You will get no more until you confirm an email address again.',
  },
  duty: {
    open: (shift) => (shift === 'others' ? 'Special duty' : 'Open'),
    mine: (shift) => `Duty: shift ${shift}`,
    with: (names) => `On duty: ${names.join(', ')}`,
    nobody: 'Nobody can come to this shift.',
    closed: 'Closed today.',
    draft: ({ created, claimed, repaired, retrieved, waiting }) =>
      [
        `Tickets filed: ${created}`,
        `Claimed: ${claimed}`,
        `Repaired: ${repaired}`,
        `Collected: ${retrieved}`,
        `Still waiting: ${waiting}`,
      ].join('\n'),
  },
  external: externalWords,
  messages: messageWords,
  table: {
    columns: {
      id: 'Number',
      type: 'Type',
      status: 'Status',
      confirmed: 'Back with its owner',
      device: 'Device',
      deviceModel: 'Model',
      owner: 'Owner',
      phone: 'Phone',
      description: 'Description',
      accessories: 'Accessories',
      workers: 'Workers',
      created: 'Created',
      claimed: 'Claimed',
      finished: 'Finished',
      retrieved: 'Collected',
      forwarded: 'Forwarded',
      outcome: 'Outcome',
      barrier: 'Barrier',
      category: 'Category',
      brand: 'Brand',
      year: 'Year of manufacture',
      remedy: 'What helped',
    },
    yes: 'yes',
    no: 'no',
    list: ', ',
  },
  hourTable: {
    columns: settingWords.hourColumns,
    remarks: {
      forgotten: 'did not sign out',
      substitute: 'substitute',
      on_leave: 'came although on leave',
      beside: 'not on the roster',
      work: 'other work',
      ticket: 'ticket outside shifts',
      written: 'written by an administrator',
      corrected: 'corrected',
    },
  },
  nobody: { owner: 'The owner', user: 'A user' },
  sso: {
    title: 'You are logged in at your school',
    how: 'Now open the mini-program, choose to log in with your school account, and scan this:',
    typed: 'Or type this code:',
    picture: 'QR code with the login code below',
    life: (minutes) => `It works for ${countedNoun(minutes, 'minute')}.`,
    warning: 'Whoever uses this code logs in as you. Do not send it to anybody.',
  },
  refused: {
    title: 'That did not work',
    login:
      'The login was cancelled, took too long, was already used, or was begun in another browser. Nothing has happened to your account.',
    again: 'Start again',
    lost: 'The address may have a typing error, or what was here is gone.',
    home: 'Go to the start page',
  },
  mail: {
    subject: (code, team) => `${code} is your login code${team && ` for ${team}`}`,
    open: 'Enter the code',
    text: (code, minutes, team) =>
      `Your login code${team && ` for ${team}`}:\n\n${code}\n\nIt works once, within ${countedNoun(minutes, 'minute')}. Nobody of the team will ever ask you for it. If you did not ask for it, ignore this mail.\n`,
  },
}
