import type { Status } from '../codes.ts'
import type { SituationRule } from '../errors.ts'
import { limits } from '../fields.ts'
import type { MemberField } from '../phrases.ts'
import { external } from './external-en_US.ts'
import { loginWays, settings } from './log-en_US.ts'
import { wayText } from './login-ways.ts'
import { settingsText } from './setting-text.ts'
import { nameOf, type Words } from './words.ts'

const memberFields: Record<MemberField, string> = {
  name: 'name',
  phone: 'phone',
  stuid: 'student id',
  passwd: 'password',
  avatar: 'picture',
  code: 'invitation code',
}

const situationRules: Record<SituationRule, string> = {
  unknown_duty: 'currentDuty must be a shift number from 1 to 99, "others", "0" or "off".',
  off_in_duty: 'While duty is off nobody is on duty: isInDuty must be false.',
  off_count: 'While duty is off nobody is on duty: inDutyCnt must be 0 or empty.',
  off_reason: 'To switch duty off, give a reason in offDutyReason.',
  ended_in_duty: 'Duty has ended with currentDuty 0: isInDuty must be false.',
  ended_count: 'Duty has ended with currentDuty 0: inDutyCnt must be 0 or empty.',
  shift_out_of_duty: 'A shift number means that duty is running: isInDuty must be true.',
  others_out_of_duty: 'Special duty means that duty is running: isInDuty must be true.',
  reason_in_duty: 'offDutyReason must be empty while duty is running.',
  recovery_in_duty: 'dutyRecoverTime must be empty while duty is running.',
  place_without_others: 'Only special duty ("others") has a place: place must be empty.',
  time_without_others: 'Only special duty ("others") has a time: otherDutyTime must be empty.',
  others_place: 'Special duty needs a place.',
  others_time: 'Special duty needs a time in otherDutyTime, as <start>/<end>.',
  time_unreadable:
    'otherDutyTime must be <start>/<end>, such as 2026-11-15T09:30:00.000000/2026-11-15T11:30:00.000000.',
  ends_before_start: 'Special duty must end after it starts.',
}

const flaws: Words['flaws'] = {
  missing: (field) => `${field} is missing.`,
  given_twice: (field) => `${field} is given twice with different values.`,
  not_text: (field) => `${field} must be text.`,
  not_integer: (field) => `${field} must be a whole number.`,
  not_boolean: (field) => `${field} must be true or false.`,
  not_list: (field) => `${field} must be a list.`,
  not_object: (field) => `${field} must be an object.`,
  not_one_of: (field, limit) => `${field} must be one of: ${limit}.`,
  too_short: (field, limit) =>
    limit === 1 ? `${field} must not be empty.` : `${field} needs at least ${limit} characters.`,
  too_long: (field, limit) => `${field} may have at most ${limit} characters.`,
  too_small: (field, limit) => `${field} must be at least ${limit}.`,
  too_big: (field, limit) => `${field} must be at most ${limit}.`,
  too_many: (field, limit) => `${field} may have at most ${limit} entries.`,
  bad_characters: (field) => `${field} contains characters that cannot be printed.`,
  not_a_phone: (field) => `${field} must be a phone number: digits, "+", "-" and spaces, at least 5 digits.`,
  not_a_mail: (field) => `${field} must be a mail address.`,
  not_a_time: (field) => `${field} must be a time of day such as 09:30.`,
  not_a_date: (field) => `${field} must be a date such as 2026-11-15.`,
  not_a_moment: (field) => `${field} must be a date such as 2026-11-15, or a date and time such as 2026-11-15T09:30.`,
  not_a_zone: (field) => `${field} must be a time zone such as Asia/Shanghai.`,
  weak_password: (field) => `${field} needs at least ${limits.passwordLeast} characters.`,
  ends_before_start: (field) => `${field} must end after it starts.`,
  overlaps: (field, limit) => `${field} overlaps with shift ${limit}.`,
  slot_twice: (field, limit) => `${field} is the second entry for the same weekday and shift (${limit}).`,
  day_twice: (field, limit) => `${field} is the second entry for ${limit}.`,
  empty_comment: (field) => `A comment needs text or a picture: ${field} is empty.`,
  no_pictures_here: (field) => `${field}: only comments take pictures.`,
  not_my_picture: (field) => `${field} is not a picture that you uploaded and have not used yet.`,
  not_a_picture: (field) => `${field} must be a whole JPEG, PNG, WebP or GIF picture.`,
  picture_too_big: (field, limit) => `${field} is too big a picture: at most ${limit}.`,
  not_a_file: (field) => `${field} must be a file.`,
}

const status: Words['codes']['status'] = {
  submitted: 'Submitted',
  accepted: 'Accepted',
  diagnosing: 'Diagnosing',
  repairing: 'Repairing',
  waiting: 'Waiting',
  repaired: 'Repaired',
  unrepairable: 'Unrepairable',
  cancelled: 'Cancelled',
}
const statusName = (code: Status) => nameOf(status, code)

export const en_US: Words = {
  errors: {
    bad_request: () => 'The request cannot be understood.',
    bad_json: () => 'The request is not valid JSON.',
    bad_input: ({ field, flaw, limit }) => flaws[flaw](field, limit ?? ''),
    code_refused: () => 'This code is not valid, has expired or has been used. Please get a new one.',
    bad_situation: ({ rule }) => situationRules[rule],
    bad_substitute: ({ name, why }) =>
      ({
        unknown: `There is no member called ${name}.`,
        oneself: 'You cannot stand in for yourself.',
        on_shift: `${name} is on that shift already.`,
      })[why],
    password_refused: () => 'The student id or the password is not right.',
    not_logged_in: () => 'Please log in.',
    wrong_role: ({ needed }) =>
      needed === 'admin' ? 'Only administrators may do this.' : 'Only team members may do this.',
    not_a_worker: () => 'Only those who work on this ticket, or an administrator, may do this.',
    login_blocked: () => 'WeChat has blocked this login. Please try again later or ask the team.',
    not_found: () => 'There is nothing here.',
    not_configured: () => 'This way to log in is not available here.',
    member_not_found: () => 'There is no such member.',
    no_current_roster: () => 'There is no current roster.',
    roster_not_found: () => 'There is no such roster.',
    leave_not_found: () => 'There is no such leave.',
    plan_not_found: () => 'No such special duty lies ahead.',
    out_of_duty: () => 'Nobody is on duty now, so there is no head count to correct.',
    roster_changed: () =>
      'Somebody else has changed this roster in the meantime. Load it again and repeat your change.',
    not_on_shift: () => 'You are not on that shift.',
    shift_over: () => 'That shift is already over.',
    leave_taken: ({ by }) => `${by} takes this shift already.`,
    ticket_not_found: ({ id }) => `There is no ticket #${id}.`,
    delivery_not_found: () => 'There is nothing of that number to deliver.',
    already_claimed: ({ by }) => `${by} has claimed this ticket already.`,
    not_claimed: () => 'Nobody has claimed this ticket yet, so the device cannot be taken back.',
    last_worker: () =>
      'Nobody else is on this ticket and work on it has begun. Add a colleague first, or move it back to accepted.',
    move_not_allowed: ({ allowed }) =>
      allowed.length === 0
        ? 'This ticket is closed: its status does not change any more.'
        : `The ticket cannot go there. It can go to: ${allowed.map((status) => `${status} ${statusName(status)}`).join(', ')}.`,
    key_reused: () => 'This Idempotency-Key has been used for a call with other contents.',
    device_with_team: ({ id }) =>
      `The team still has your device (ticket #${id}). Please take it back first; then your data can be erased.`,
    not_a_guest: () =>
      'You are logged in with an account already. Only what somebody has who came without one can be taken along.',
    linked_elsewhere: () => 'That account belongs to another member than you are here, so the two cannot become one.',
    name_taken: ({ name }) => `Another member is called ${name}. Rosters refer to names, so each must be different.`,
    student_id_taken: () => 'Another member has this student id.',
    last_admin: () => 'This is the last administrator. Make somebody else one first.',
    timed_out: () => 'The request took too long to arrive.',
    too_large: () => 'The request is too large.',
    wrong_media_type: () => 'The request must be sent as JSON.',
    too_many_requests: ({ seconds }) => `Too many requests. Please try again in ${seconds} seconds.`,
    broken: () => 'Something went wrong on our side. Please try again later.',
    overloaded: () => 'There is too much going on right now. Please try again in a moment.',
    storage_unavailable: () => 'Nothing can be saved right now. Please try again in a moment.',
    peer_unavailable: () => 'A service that is needed for this does not answer. Please try again in a moment.',
  },
  flaws,
  codes: {
    type: { appliance: 'Appliance', computer: 'Computer' },
    status,
    accessory: {
      power_adapter: 'Power adapter',
      power_cable: 'Power cable',
      battery: 'Battery',
      mouse: 'Mouse',
      keyboard: 'Keyboard',
      bag_or_box: 'Bag or box',
      remote_control: 'Remote control',
      storage_or_memory: 'Storage or memory',
      other: 'Other',
    },
    note: { recorded: 'Recorded', comment: 'Comment', internal: 'Internal note' },
    queryType: { all: 'All', appliances: 'Appliances', computers: 'Computers', unclaimed: 'Unclaimed', mine: 'Mine' },
    operation: {
      create: 'Create',
      update: 'Update',
      delete: 'Delete',
      pick: 'Pick',
      drop: 'Drop',
      move: 'Move',
      retrieve: 'Retrieve',
      forward: 'Forward',
      comment: 'Comment',
      log_in: 'Log in',
      log_out: 'Log out',
      ask_leave: 'Ask leave',
      conclude: 'Conclude',
      assign: 'Assign',
      export: 'Export',
    },
    target: {
      ticket: 'Ticket',
      duty: 'Duty',
      roster: 'Roster',
      member: 'Member',
      user: 'User',
      feedback: 'Feedback',
      settings: 'Settings',
    },
  },
  phrases: {
    logged_in: (f) => `logged in (${wayText(loginWays, f.with)})`,
    logged_out: () => 'logged out',
    approved: () => 'let another device log in',
    merged: () => 'took along what they had as a guest',
    profile: ({ fields }) => `changed ${fields.join(' and ')}`,
    language: ({ lang }) => (lang === 'zh_CN' ? 'Chinese' : 'English'),
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
    invited: ({ name, admin }) => (admin ? `${name}, administrator` : name),
    settings: ({ values }) => settingsText(settings, values),
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
    forwarded_again: () => 'another try to forward it',
    note_created: () => 'Filed the ticket.',
    note_claimed: () => 'Claimed the ticket.',
    note_moved: ({ from, to }) => `Changed the status from ${statusName(from)} to ${statusName(to)}.`,
    note_cancelled: () => 'Withdrew the ticket.',
    note_retrieved: () => 'Confirmed that the device is back with its owner.',
    note_forwarded: () => 'Forwarded the ticket to the external ticket system.',
    note_assigned: ({ name }) => `Added ${name} to the ticket.`,
    note_dropped: ({ name }) => (name === undefined ? 'Left the ticket.' : `Took ${name} off the ticket.`),
    erased: () => 'erased their data',
    situation: ({ duty, count, place, time, reason }) =>
      [
        duty === 'off' ? 'off' : duty === '0' ? 'ended' : duty === 'others' ? 'special duty' : `shift ${duty}`,
        ...(time === '' ? [] : [time]),
        ...(place === '' ? [] : [place]),
        ...(count === null || duty === 'off' || duty === '0' ? [] : [`${count} people`]),
        ...(reason === '' ? [] : [reason]),
      ].join(', '),
    head_count: ({ count }) => `${count} people`,
    roster: ({ name, slots, current }) => `${name}, ${slots} slots${current ? ', current' : ''}`,
    leave: ({ when, shift, substitute }) =>
      `${when}, shift ${shift}, ${substitute === '' ? 'no substitute' : `substitute ${substitute}`}`,
    conclusion: ({ when, shift }) => `${when}, shift ${shift}`,
    feed: () => 'calendar feed',
  },
  notices: {
    new_device: ({ device }) => `New login on ${device || 'another device'}.`,
    paired: ({ device, member }) =>
      `You let ${device || 'another device'} log in as you${member ? ', with your access as a member' : ''}.`,
    member_linked: ({ device }) =>
      `Somebody on ${device || 'another device'} has proved to be you and is a member now.`,
    password_changed: ({ byAdmin }) =>
      byAdmin ? 'An administrator has set a new password for you.' : 'Your password was changed.',
    password_cleared: ({ byAdmin }) =>
      byAdmin ? 'An administrator has removed your password.' : 'Your password was removed.',
    factor_on: () => 'The second factor was switched on.',
    factor_off: ({ byAdmin }) =>
      byAdmin ? 'An administrator has reset your second factor.' : 'The second factor was switched off.',
    recovery_used: ({ left }) => `A recovery code was used; ${left} left.`,
  },
  duty: {
    open: (shift) => (shift === 'others' ? 'Special duty' : `Open: shift ${shift}`),
    mine: (shift) => `Duty: shift ${shift}`,
    with: (names) => `On duty: ${names.join(', ')}`,
    draft: ({ created, claimed, repaired, retrieved, waiting }) =>
      [
        `Tickets filed: ${created}`,
        `Claimed: ${claimed}`,
        `Repaired: ${repaired}`,
        `Taken back: ${retrieved}`,
        `Still waiting: ${waiting}`,
      ].join('\n'),
  },
  external,
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
      retrieved: 'Taken back',
      forwarded: 'Forwarded',
    },
    yes: 'yes',
    no: 'no',
    list: ', ',
  },
  nobody: { owner: 'The owner', user: 'A user' },
  sso: {
    title: 'You are logged in at your school',
    how: 'Now open the mini-program, choose to log in with your school account, and scan this:',
    typed: 'Or type this code:',
    picture: 'QR code with the login code below',
    life: (minutes) => `It works for ${minutes} minutes.`,
    warning: 'Whoever uses this code logs in as you. Do not send it to anybody.',
  },
  refused: {
    title: 'That did not work',
    login:
      'The login was cancelled, took too long, was already used, or was begun in another browser. Nothing has happened to your account.',
    again: 'Start again',
    home: 'To the start page',
  },
  mail: {
    subject: 'Your login code',
    text: (code, minutes) =>
      `Your login code is:\n\n    ${code}\n\nIt works once, within ${minutes} minutes. If you did not ask for it, ignore this mail.\n`,
  },
}
