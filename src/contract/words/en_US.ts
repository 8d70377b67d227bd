import { accessories, type Status, statusMeaning } from '../codes.ts'
import { isHidden, type ReviewKind } from '../content/content.ts'
import type { VisitState } from '../counter/counter.ts'
import type { CustodyStep } from '../counter/custody-fields.ts'
import type { HourState } from '../hours/hour-fields.ts'
import type { ImportKind } from '../imports/import-fields.ts'
import { textIn } from '../languages.ts'
import type { DayDeed } from '../phrases.ts'
import type { BookingState, HelperState, RepairDayState } from '../repair-days/day-states.ts'
import { codeWords } from './codes-en_US.ts'
import { countedNoun } from './counted.ts'
import { externalWords } from './external-en_US.ts'
import { flaws, situationRules } from './fields-en_US.ts'
import { importWords } from './imports-en_US.ts'
import { logWords, memberFields } from './log-sentences-en_US.ts'
import { wayText } from './login-ways.ts'
import { messageWords } from './messages-en_US.ts'
import { barriers, outcomes } from './outcomes-en_US.ts'
import { loginWays, settingWords } from './setting-names-en_US.ts'
import { settingsText } from './setting-text.ts'
import { channelTroubleText, codeNameOf, firstNumbers, type Words } from './words.ts'

const statusName = (code: Status) => codeWords.status[statusMeaning(code).name]

const accessoryName = (code: number) => codeNameOf(codeWords.accessory, accessories, code) ?? `Accessory ${code}`

const custodySteps: Record<CustodyStep, string> = {
  received: 'received',
  shelved: 'put on a shelf',
  bench: 'taken to the bench',
  colleague: 'handed to a colleague',
  workshop: 'taken to a repair shop',
  returned: 'handed back',
  not_returned: 'hand-back undone',
}
const visitStates: Record<VisitState, string> = {
  waiting: 'waiting',
  called: 'called',
  served: 'at the bench',
  skipped: 'skipped',
  gone: 'left',
}

const bookingStates: Record<BookingState, string> = {
  booked: 'booked',
  waiting: 'on the waiting list',
  offered: 'offered a free place',
  arrived: 'came',
  missed: 'did not come',
  cancelled: 'cancelled',
  declined: 'let the place go',
  lapsed: 'did not answer',
}
const helperStates: Record<HelperState, string> = {
  signed: 'helps',
  waiting: 'on the waiting list of helpers',
  asked: 'asked to help',
  declined: 'will not help',
  lapsed: 'did not answer',
  off: 'does not help any more',
}
const dayDeeds: Record<DayDeed, string> = {
  created: 'planned',
  changed: 'changed',
  announced: 'announced',
  cancelled: 'cancelled',
  closed: 'closed early',
  deleted: 'deleted',
}
const dayRefusals: Record<RepairDayState, string> = {
  draft: 'This repair day is not announced yet.',
  announced: 'This repair day is already announced.',
  full: 'This repair day is already announced.',
  open: 'This repair day has already begun.',
  closed: 'This repair day is over.',
  cancelled: 'This repair day was cancelled.',
}

const hourStates: Record<HourState, string> = { proposed: 'to review', approved: 'approved', refused: 'rejected' }

const importKinds: Record<ImportKind, string> = {
  tickets: 'imported tickets',
  members: 'imported members',
  roster: 'imported a roster',
  ords: 'imported open repair data',
}

const reviewKinds: Record<ReviewKind, string> = {
  ticket: 'the text of a ticket',
  note: 'a comment',
  rating: 'the text of a rating',
  feedback: 'feedback',
  owner: 'the name on a ticket',
  name: 'a name',
  picture: 'a picture',
}

/** Devices are named like "Chrome, Android". */
const deviceName = (device: string) => device.replace(', ', ' on ')
const onDevice = (device = '') => (device === '' ? '' : `, on ${deviceName(device)}`)
const shiftOf = (when: string, shift: string) => (when === '' ? 'no date' : `${when}, Shift ${shift}`)

export const en_US: Words = {
  errors: {
    bad_request: () => 'We could not understand the request.',
    bad_json: () => 'The request is not valid JSON.',
    bad_input: ({ field, flaw, limit }) => flaws[flaw](field || 'A field', limit ?? ''),
    code_refused: () => 'This code is not valid, has expired or has been used. Please get a new one.',
    bad_situation: ({ rule }) => situationRules[rule]((field) => field),
    bad_substitute: ({ name, why }) =>
      ({
        unknown: 'No member has this name.',
        oneself: 'You cannot be your own substitute.',
        on_shift: `${name} is already on that shift.`,
        on_leave: `${name} is on leave for that shift. The leave must be withdrawn first.`,
      })[why],
    factor_refused: () => 'This verification code is wrong or has been used. Please wait for the next one.',
    factor_needed: () => 'Please enter the code that your authenticator app shows now, or a recovery code.',
    proof_needed: () =>
      'Please confirm that it is you: enter your password, or log in as a member again with an invitation code or your school account.',
    session_not_found: () => 'This login does not exist, or it has already ended.',
    no_student_id: () =>
      'You need a student ID before you can set a password. Please ask an administrator to add yours.',
    factor_is_on: () => 'Two-step verification is already on. Switch it off first.',
    password_refused: () => 'The student ID or the password is wrong.',
    not_logged_in: () => 'Please log in.',
    wrong_role: ({ needed }) =>
      needed === 'admin' ? 'Only administrators can do this.' : 'Only team members can do this.',
    not_a_worker: () => 'Only members who work on this ticket and administrators can do this.',
    merge_needs_worker: () =>
      'To merge two tickets you must work on both, or on one while no one has claimed the other. Claim them first, or ask an administrator.',
    not_at_counter: () =>
      'Only the member who took in this ticket, members who work on it and administrators can make a receipt for it. On the day it came in, any member can.',
    own_receipt: () =>
      'You made this receipt, or merged its ticket into this one, so you cannot use it yourself. It is for the visitor. Another member can make a new one.',
    not_the_owner: () => 'Only the owner of this ticket can do this.',
    login_blocked: () => 'WeChat has blocked this login. Please try again later or ask the team.',
    not_found: () => 'There is nothing at this address.',
    method_not_allowed: () => 'This address cannot be called with this HTTP method.',
    not_configured: () => 'This is not available here.',
    no_channel: () => 'The team does not send messages this way.',
    member_not_found: () => 'This member does not exist.',
    no_current_roster: () => 'There is no active roster.',
    roster_not_found: () => 'This roster does not exist.',
    leave_not_found: () => 'This leave does not exist.',
    plan_not_found: () => 'This special duty is not planned, or it has already started.',
    repair_day_not_found: () => 'This repair day does not exist.',
    wave_not_found: () => 'This wave does not exist any more. Reload the repair day and choose again.',
    booking_not_found: () => 'There is no booking for this ticket on this repair day.',
    role_not_found: () => 'This role does not exist any more. Reload the repair day and choose again.',
    helper_not_found: () => 'There is no such helper on this repair day.',
    task_not_found: () => 'This task does not exist any more. Reload the check-list.',
    repair_day_state: ({ state }) => dayRefusals[state],
    repair_day_changed: () => 'Someone else has just changed this repair day. Reload it and make your change again.',
    plan_of_repair_day: ({ title }) =>
      `This special duty belongs to the repair day “${textIn(title, 'en_US')}”. Change or cancel that instead.`,
    kind_not_mended: () => 'This kind of device is not mended on this repair day.',
    wave_over: () => 'This wave has already begun.',
    too_many_bookings: ({ most }) =>
      `You can book at most ${most === 1 ? '1 device' : `${most} devices`} on one repair day.`,
    wave_full: () => 'There is no free place in this wave. Your booking stays as it is.',
    wave_booked: ({ bookings }) =>
      `${countedNoun(bookings, 'person has', 'people have')} booked here. Keep as many places, or ask them to change first.`,
    help_over: () => 'The time for signing up and off is over. Please speak to an administrator.',
    role_full: () => 'This role has no free place.',
    role_taken: ({ helpers }) =>
      `${countedNoun(helpers, 'helper has', 'helpers have')} a place here. Keep as many places, or take them off first.`,
    out_of_duty: () => 'No one is on duty now, so there is no number of people to correct.',
    roster_changed: () => 'Someone else has just changed this roster. Reload it and make your change again.',
    settings_changed: () => 'Someone else has just changed this setting. Reload it and make your change again.',
    member_changed: () =>
      'Someone else has just changed this about the member. Reload the member and make your change again.',
    not_on_shift: () => 'You are not on that shift.',
    shift_over: () => 'That shift is already over.',
    leave_taken: ({ by }) => `${by} is already covering this shift.`,
    ticket_not_found: ({ id }) => `There is no ticket #${id}.`,
    delivery_not_found: () => 'There is no delivery with this number.',
    already_claimed: ({ by }) => `${by} has already claimed this ticket.`,
    not_claimed: () => 'No one has claimed this ticket yet, so the device cannot be collected.',
    undo_over: () =>
      'You can undo a hand-back for ten minutes, unless the personal data of the ticket has been deleted.',
    last_worker: () =>
      'You are the only one working on this ticket, and the repair has started. Add a colleague first, or change the status back to “Claimed”.',
    move_not_allowed: ({ allowed }) =>
      allowed.length === 0
        ? 'This ticket is closed. Its status cannot change any more.'
        : `The status cannot change to that. It can change to: ${allowed.map((status) => `${status} ${statusName(status)}`).join(', ')}.`,
    ticket_over: () => 'This ticket is closed. It cannot be changed any more.',
    key_reused: () => 'This Idempotency-Key has already been used for a different request.',
    pictures_over: () =>
      'This ticket was closed a while ago and its pictures have been deleted, so you cannot add new ones. Write without pictures, or submit a new ticket.',
    device_with_team: ({ id }) =>
      `We still have your device (ticket #${id}). Please collect it first, then you can erase your data.`,
    not_a_guest: () =>
      'You are already logged in with an account. Only what you did as a guest can be moved to an account.',
    linked_elsewhere: () => 'That account belongs to another member, so the two cannot be combined.',
    receipt_unknown: () => 'This receipt is unknown or no longer works. Ask the team for a new one.',
    kiosk_closed: () => 'This kiosk is closed. A team member can open it again.',
    tag_unknown: ({ tag }) => `There is no tag ${tag}.`,
    not_in_queue: () => 'This visitor is not in today’s queue.',
    receipt_over: () => 'This ticket was closed a while ago, so there is no receipt for it any more.',
    receipt_taken: () => 'Another ticket already has this receipt.',
    not_a_visitor: () => 'The owner of this ticket has an account, so only they can do this.',
    account_needed: () =>
      'Please log in with an account first. Otherwise everything here is lost if you lose this device.',
    tag_taken: ({ tag, id }) => `Tag ${tag} is already on ticket #${id}.`,
    nobody_waits: () => 'There is no one waiting to be called.',
    visit_over: () => 'This visitor is not waiting any more.',
    never_received: () => 'The team does not have this device. It was never received, or it was handed back.',
    handed_back: () => 'This device has already been handed back, with different details. Your entry was not saved.',
    accessory_never_there: ({ accessory }) => `${accessoryName(accessory)} did not come with this device.`,
    accessory_unsaid: ({ accessory }) =>
      `${accessoryName(accessory)} came with this device. Tick it as handed back, or say why it is not.`,
    signing_off: () => 'Signing in is switched off. An administrator can switch it on in the settings.',
    board_code_needed: () => 'Please scan the code on the board in the room, or type it.',
    board_code_refused: () => 'This code is wrong, or it is more than a minute old. Please look at the board again.',
    board_unknown: () =>
      'This display is no longer the board for signing in. An administrator can set it up again in the settings.',
    no_shift_now: () => 'This shift is not on now. You can enter work outside shifts as other work.',
    not_here: () => 'Already signed out.',
    still_here: () => 'This member is still signed in. You can review the entry after they sign out.',
    not_on_timetable: () => 'The timetable has no such shift on that day.',
    line_not_found: () => 'This entry does not exist.',
    decided_itself: () => 'A correction needs no review. If it is wrong, correct the entry again.',
    period_closed: () => 'This entry belongs to a closed period and cannot be changed. Add a correction instead.',
    period_not_over: () => 'You can close a period when its last day is over.',
    already_written: () => 'There is already an entry for this time. Correct that one instead.',
    period_taken: ({ from }) => `The days before ${from} already belong to a closed period.`,
    hours_undecided: ({ lines }) =>
      `${lines === 1 ? '1 entry in this period has' : `${lines} entries in this period have`} not been reviewed yet.`,
    nothing_to_certify: () =>
      'You have no hours in one of these periods, or it is not closed yet. Certificates cover closed periods only.',
    outcome_too_soon: () => 'You can enter the outcome when the status is “Repaired” or “Not repaired”.',
    ticket_merged: ({ into }) => `This ticket was merged into #${into}. Please continue there.`,
    merge_not_allowed: ({ why }) =>
      ({
        owners: 'These two tickets belong to different accounts, so they cannot be merged.',
        not_same_person:
          'These tickets do not belong to the same account, and you cannot see a phone number or email address that matches. If one person owns both, they can confirm it: after logging in, they add the visitor’s ticket to their account with its receipt.',
        both_here: 'The team has one device for each of these tickets, so they are not the same repair.',
        over: 'One of these tickets is closed. Only open tickets can be merged.',
        joined: 'One of these tickets has already been merged with another.',
      })[why],
    merge_over: () => 'You can undo a merge for a day, unless the personal data of the tickets has been deleted.',
    not_collected: () => 'You can rate a repair when the device has been collected.',
    rated_already: () => 'This repair has already been rated.',
    look_not_found: () => 'There is nothing with this number to review, or someone has already reviewed it.',
    not_in_miniprogram: () =>
      'Nothing was saved. WeChat can check your text only if you have used the mini-program lately. Please open the mini-program, then send this again.',
    text_refused: () => 'WeChat’s content check did not accept this text, so it was not saved. Please rephrase it.',
    push_refused: () => 'The signature is not one of WeChat, or the message is too old.',
    impact_off: () => 'This team does not publish its figures.',
    import_unreadable: ({ why }) =>
      ({
        empty: 'The file is empty.',
        no_table: 'We found no row of headings in the file.',
        not_a_table: 'The file is neither a CSV file nor an XLSX workbook.',
        old_excel: 'This is the old Excel format (.xls). Save it as .xlsx or as CSV.',
        encrypted: 'The file has a password. Save it without one.',
        cut_off: 'The file is incomplete or damaged. Save or copy it again.',
        too_large_inside: 'The file, or one of its rows, contains too much.',
        too_many_rows: 'The file has too many rows. Split it into several files.',
        too_many_columns: 'The file has too many columns.',
        no_such_sheet: 'The workbook has no such sheet.',
        changed: 'The file was changed while it was being read. Close it in other programs and try again.',
      })[why],
    import_refused: ({ rows }) =>
      `${rows} ${rows === 1 ? 'row has' : 'rows have'} errors, so nothing was imported. Correct the file, or import only the rows without errors.`,
    import_not_found: () => 'This import does not exist.',
    import_undo_over: () =>
      'You can undo an import for 24 hours, and this one is older. You can still restore a backup from before the import.',
    name_taken: ({ name }) =>
      `Another member is already called ${name}. Rosters use names, so each name must be different.`,
    student_id_taken: () => 'Another member has this student ID.',
    last_admin: () => 'This is the last administrator. Make another member an administrator first.',
    no_address: () => 'There is no address to send it to. You have not entered one yet, or it was refused.',
    channel_refused: ({ trouble }) => `The test message was not accepted. ${channelTroubleText(messageWords, trouble)}`,
    timed_out: () => 'The request took too long to arrive.',
    too_large: () => 'The request is too large.',
    too_many_fields: () => 'The request has too many fields, or they are nested too deeply.',
    wrong_media_type: () => 'The request must be sent as JSON.',
    wrong_host: () => 'This is only available on this machine. Use the address of the service or 127.0.0.1.',
    too_many_requests: ({ seconds }) => `Too many requests. Please try again in ${countedNoun(seconds, 'second')}.`,
    picture_quota: ({ seconds }) =>
      `You or your network have reached the daily limit for pictures. Please try again in ${countedNoun(Math.ceil(seconds / 3600), 'hour')}. You can still send text.`,
    broken: () => 'Something went wrong on our side. Please try again later.',
    overloaded: () => 'We are too busy right now. Please try again in a moment.',
    stopping: () => 'The service is restarting. Please try again in a moment.',
    storage_unavailable: () => 'Data cannot be read or saved right now. Please try again in a moment.',
    disk_low: () => 'There is not enough storage left for pictures. Please try again later. You can still send text.',
    peer_unavailable: () => 'Another service that we need for this is not answering. Please try again in a moment.',
  },
  flaws,
  codes: codeWords,
  outcomes,
  barriers,
  imports: importWords,
  byReceipt: (what, maker) => `${what} (with a receipt that ${maker} made)`,
  byMergedReceipt: (what, joiners) => `${what} (with the receipt of a ticket that ${joiners} merged into this one)`,
  phrases: {
    logged_in: (f) => `logged in (${wayText(loginWays, f.with)})`,
    logged_out: () => 'logged out',
    approved: () => 'let another device log in',
    merged: () => 'moved their guest tickets to the account',
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
    factor: ({ name, on }) => `${name}, two-step verification ${on ? 'on' : 'off'}`,
    invited: ({ name, admin }) => (admin ? `${name}, administrator` : name),
    settings: ({ values }) => settingsText(settingWords, values),
    ticket: ({ status: code, confirmed, workers, note }) =>
      [
        statusName(code),
        ...(confirmed ? ['collected'] : []),
        ...(workers ? [workers.length > 0 ? workers.join(', ') : 'unclaimed'] : []),
        ...(note === undefined ? [] : [note === 2 ? 'with an internal note' : 'with a comment']),
      ].join(', '),
    comment: ({ type }) => (type === 2 ? 'internal note' : 'comment'),
    forwarded: () => 'queued for the external ticket system',
    exported: ({ from, until }) => `tickets as a table, ${from || 'from the beginning'} – ${until || 'until now'}`,
    placed: ({ what }) => custodySteps[what],
    tagged: ({ tag }) => `tag ${tag}`,
    booked: ({ date, state }) => `repair day ${date}: ${bookingStates[state]}`,
    repair_day: ({ title, date, deed }) => `${title} (${date}): ${dayDeeds[deed]}`,
    day_exported: ({ title, date }) => `${title} (${date}): list exported`,
    helped: ({ name, date, state }) => `repair day ${date}, ${name}: ${helperStates[state]}`,
    day_task: ({ date, done }) => `repair day ${date}: ${done ? 'a task is done' : 'a task is open again'}`,
    queued: ({ number, state }) => `${number}: ${visitStates[state]}`,
    receipt: ({ made }) => (made ? 'new receipt' : 'receipt cancelled'),
    adopted: () => 'added to the owner’s account',
    stocktake: ({ there, missing, stray }) => `stocktaking: ${there} there, ${missing} missing, ${stray} unexpected`,
    signed: ({ name, shift, out }) =>
      `${name} signed ${out ? 'out' : 'in'}, ${shift === 'others' ? 'special duty' : `Shift ${shift}`}`,
    hour_line: ({ name, date, minutes, state, own }) =>
      `${name}, ${date}, ${countedNoun(minutes, 'minute')}, ${hourStates[state]}${own ? ' (their own hours)' : ''}`,
    hours_decided: ({ ids, state, own }) =>
      `${countedNoun(ids.length, 'entry', 'entries')} ${hourStates[state]}: ${firstNumbers(ids).join(', ')}${own ? ` (${own} of their own)` : ''}`,
    objection: ({ date }) => `objected to the hours of ${date}`,
    objection_answered: ({ date }) => `answered the objection to the hours of ${date}, no change`,
    period: ({ name, until, lines, minutes }) =>
      `${name}, until ${until}: ${countedNoun(lines, 'entry', 'entries')}, ${countedNoun(minutes, 'minute')}`,
    certificate: () => 'certificate of hours',
    hours_exported: ({ from, until }) => `hours as a table, ${from} – ${until}`,
    board_token: ({ made }) => (made ? 'board for signing in set up' : 'board for signing in switched off'),
    kiosk: ({ open }) => (open ? 'kiosk opened' : 'kiosks closed'),
    forwarded_again: () => 'tried again to forward it',
    outcome: ({ outcome }) => (outcome === '' ? 'outcome: not given' : `outcome: ${outcomes[outcome]}`),
    rated: ({ stars }) => `rated: ${stars} of 5`,
    joined: ({ from, undone }) => (undone ? `undid the merge with #${from}` : `merged with #${from}`),
    imported: ({ what, rows }) => `${importKinds[what]}: ${countedNoun(rows, 'row')}`,
    import_undone: ({ what, rows, kept }) => `undid an import (${importKinds[what]}): removed ${rows}, kept ${kept}`,
    ords_exported: ({ from, until, rows }) =>
      `open data, ${from || 'from the beginning'} – ${until || 'until now'}: ${countedNoun(rows, 'repair')}`,
    picture_checked: ({ shown }) => (shown ? 'picture checked and shown' : 'picture removed by the content check'),
    looked: ({ what, fine }) =>
      `reviewed ${reviewKinds[what]}: ${fine ? 'no problem' : isHidden(what) ? 'hidden' : 'removed'}`,
    note_created: () => 'Submitted the ticket.',
    note_claimed: () => 'Claimed the ticket.',
    note_moved: ({ from, to }) => `Changed the status from ${statusName(from)} to ${statusName(to)}.`,
    note_cancelled: () => 'Cancelled the ticket.',
    note_contact: () => 'Changed the contact details.',
    note_retrieved: () => 'Confirmed that the owner has collected the device.',
    note_unretrieved: () => 'Undid the hand-back. The team still has the device.',
    note_forwarded: () => 'Forwarded the ticket to the external ticket system.',
    note_received: () => 'Received the device.',
    note_assigned: ({ name }) => `Added ${name} to the ticket.`,
    note_dropped: ({ name }) =>
      name === undefined ? 'Stopped working on the ticket.' : `Removed ${name} from the ticket.`,
    note_merged: ({ from }) => `Merged ticket #${from} into this one.`,
    note_unmerged: ({ from }) => `Undid the merge with ticket #${from}.`,
    note_returned: ({ days, why }) =>
      ({
        idle: `No progress for ${countedNoun(days, 'day')}. Anyone can claim this ticket again.`,
        leave: `No progress for ${countedNoun(days, 'day')}, and the member who works on it is on leave. Anyone can claim this ticket again.`,
        removed: 'The member who worked on it has left the team. Anyone can claim this ticket again.',
      })[why],
    note_imported: () => 'Imported from a table.',
    note_picture_refused: () => 'A picture was removed: the content check did not accept it.',
    note_removed: ({ what }) =>
      what === 'picture'
        ? 'The team removed a picture.'
        : `The team ${isHidden(what) ? 'hid' : 'removed'} a text here.`,
    erased: () => 'erased their data',
    situation: ({ duty, count, place, time, reason }) =>
      [
        duty === 'off' ? 'paused' : duty === '0' ? 'ended' : duty === 'others' ? 'special duty' : `Shift ${duty}`,
        ...(time === '' ? [] : [time]),
        ...(place === '' ? [] : [place]),
        ...(count === null || duty === 'off' || duty === '0' ? [] : [countedNoun(count, 'person', 'people')]),
        ...(reason === '' ? [] : [reason]),
      ].join(', '),
    head_count: ({ count }) => countedNoun(count, 'person', 'people'),
    roster: ({ name, slots, current }) => `${name}, ${countedNoun(slots, 'shift')}${current ? ', active' : ''}`,
    leave: ({ when, shift, substitute }) =>
      `${shiftOf(when, shift)}, ${substitute === '' ? 'no substitute' : `substitute ${substitute}`}`,
    conclusion: ({ when, shift }) => shiftOf(when, shift),
    feed: () => 'calendar feed',
  },
  log: logWords,
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
    mine: (shift) => `Duty: Shift ${shift}`,
    with: (names) => `On duty: ${names.join(', ')}`,
    unstaffed: 'No one can come to this shift.',
    closed: 'Closed today.',
    draft: ({ created, claimed, repaired, retrieved, waiting }) =>
      [
        `New tickets: ${created}`,
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
      type: 'Kind',
      status: 'Status',
      confirmed: 'Collected',
      device: 'Device',
      deviceModel: 'Model',
      owner: 'Owner',
      phone: 'Phone',
      description: 'Description',
      accessories: 'Accessories',
      workers: 'Who works on it',
      created: 'Submitted on',
      claimed: 'Claimed on',
      finished: 'Closed on',
      retrieved: 'Collected on',
      forwarded: 'Forwarded on',
      outcome: 'Outcome',
      barrier: 'Why not',
      category: 'Category',
      brand: 'Brand',
      year: 'Year made',
      remedy: 'What helped',
      repairDay: 'Repair day',
    },
    yes: 'yes',
    no: 'no',
    list: ', ',
  },
  repairDayTable: {
    columns: {
      ticket: 'Ticket',
      device: 'Device',
      owner: 'Owner',
      kind: 'Kind',
      wave: 'Wave',
      role: 'Role',
      member: 'Member',
      state: 'State',
    },
    bookings: bookingStates,
    helpers: helperStates,
  },
  helperDuties: { mend: 'Repairing', desk: 'Desk', host: 'Host', own: '' },
  hourTable: {
    columns: settingWords.hourColumns,
    remarks: {
      forgotten: 'did not sign out',
      substitute: 'substitute',
      on_leave: 'came despite leave',
      beside: 'not on the roster',
      work: 'other work',
      ticket: 'ticket outside shifts',
      written: 'entered by an administrator',
      corrected: 'corrected',
    },
  },
  unnamed: { owner: 'The owner', user: 'A user' },
  sso: {
    title: 'Your school has confirmed who you are',
    how: 'Now open the mini-program, choose to log in with your school account, and scan this code:',
    typed: 'Or type this code:',
    picture: 'QR code with the login code below',
    life: (minutes) => `It expires in ${countedNoun(minutes, 'minute')}.`,
    warning: 'Anyone who uses this code logs in as you. Do not share it.',
  },
  refused: {
    title: 'That did not work',
    login:
      'The login was cancelled, took too long, was already used, or was started in another browser. Your account has not changed.',
    again: 'Start again',
    home: 'Go to the home page',
  },
  noPage: {
    title: 'Page not found',
    lost: 'The address may contain a typo, or the page no longer exists.',
  },
  mail: {
    subject: (code, team) => `${code} is your login code${team && ` for ${team}`}`,
    open: 'Log in',
    text: (code, minutes, team) =>
      `Your login code${team && ` for ${team}`}:\n\n${code}\n\nIt works once and expires in ${countedNoun(minutes, 'minute')}. The team will never ask you for it. If you did not ask for it, ignore this email.\n`,
  },
}
