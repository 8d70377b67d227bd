import { get, post } from '../endpoint.ts'
import { LineOfText, limits, NewPassword, sample, TimestampOrNone } from '../fields.ts'
import { field, flag, integer, list, optional, Type, text } from '../type.ts'

const codes = ['rec_x7k2-9qrd-4m0t-h8wz', 'rec_4m0t-h8wz-x7k2-9qrd']
const Recovery = Type.Object({ recovery: list(Type.String(), 'The recovery codes. They are shown this once.', codes) })
const OldPassword = Type.String({ maxLength: limits.password })
export const Factor = field(LineOfText(limits.factor), 'A code of the second factor, or a recovery code.', '287082')

/** Proving that one is this member: the password, the second factor, and once more before what cannot be undone. */
export const proof = {
  ways: get('/member/proof', 'member', {
    ticket: 'unrelated',
    summary: 'How I can prove that I am this member, and whether I did so here a few minutes ago.',
    output: Type.Object({
      stuid: text('My student id; may be empty.', sample.stuid),
      password: flag('Whether I have a password.'),
      factor: flag('Whether I have a second factor.'),
      factorTime: field(TimestampOrNone, 'Since when; empty without one.'),
      recovery: integer('How many recovery codes are left.', 8),
      recent: flag('Whether I proved it in this session less than ten minutes ago.'),
    }),
  }),
  confirm: post('/member/confirm', 'member', {
    ticket: 'unrelated',
    summary:
      'Prove once more that it is me: by my second factor, or where I have none by my password. For ten minutes nothing asks for it again.',
    input: Type.Object({
      factor: optional(Factor),
      passwd: optional(OldPassword, 'My password.', 'a long sentence nobody guesses'),
    }),
    guessable: true,
    errors: ['factor_needed', 'factor_refused', 'password_refused', 'proof_needed'],
  }),
  changePassword: post('/member/passwd', 'member', {
    ticket: 'unrelated',
    summary:
      'Change my password. Other sessions that rested on the one before are a member’s no longer. Common passwords, and the names and student id that everybody knows, are refused.',
    input: Type.Object({
      passwd: NewPassword,
      old: optional(
        OldPassword,
        'The password before; may be left out by who proved who they are less than ten minutes ago.',
        'a sentence from last year',
      ),
    }),
    guessable: true,
    confirm: true,
    errors: ['password_refused', 'proof_needed', 'no_student_id', 'factor_needed'],
  }),
  beginFactor: post('/member/factor/begin', 'member', {
    ticket: 'unrelated',
    summary:
      'A new secret for an app that shows one-time codes (TOTP). It counts only once a code of it has come back.',
    output: Type.Object({
      secret: text('The secret, to be typed into the app.', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'),
      url: text(
        'The same, to be scanned.',
        'otpauth://totp/Fettle:Li?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Fettle',
      ),
    }),
    errors: ['factor_is_on', 'proof_needed'],
  }),
  switchFactorOn: post('/member/factor/on', 'member', {
    ticket: 'unrelated',
    summary:
      'Switch my second factor on with a code that the app shows. Each of the recovery codes works once in place of a code.',
    input: Type.Object({
      factor: field(LineOfText(limits.factor, { minLength: 1 }), 'The code that the app shows.', '287082'),
    }),
    output: Recovery,
    guessable: true,
    errors: ['factor_refused', 'factor_is_on', 'proof_needed'],
  }),
  renewRecovery: post('/member/factor/recovery', 'member', {
    ticket: 'unrelated',
    summary: 'New recovery codes; the ones before stop working. None without a second factor.',
    output: Recovery,
    confirm: true,
    errors: ['factor_needed'],
  }),
  switchFactorOff: post('/member/factor/off', 'member', {
    ticket: 'unrelated',
    summary: 'Switch my second factor off.',
    confirm: true,
    errors: ['factor_needed'],
  }),
}
