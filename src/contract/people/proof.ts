import { get, post } from '../endpoint.ts'
import { LineOfText, limits, NewPassword, sample, TimestampOrNone } from '../fields.ts'
import { field, flag, integer, list, optional, Type, text } from '../type.ts'

const codes = ['rec_x7k2-9qrd-4m0t-h8wz', 'rec_4m0t-h8wz-x7k2-9qrd']
const Recovery = Type.Object({
  recovery: list(Type.String(), 'The recovery codes. They cannot be read again later.', codes),
})
const OldPassword = Type.String({ maxLength: limits.password })
export const Factor = field(
  LineOfText(limits.factor),
  'A code from the authenticator app, or a recovery code.',
  '287082',
)

export const proof = {
  ways: get('/member/proof', 'member', {
    ticket: 'unrelated',
    summary: 'Get how you can prove your identity, and whether you did so recently in this session.',
    output: Type.Object({
      stuid: text('Your student ID; may be empty.', sample.stuid),
      password: flag('Whether you have a password.'),
      factor: flag('Whether you use two-step verification.'),
      factorTime: field(TimestampOrNone, 'When two-step verification was switched on; empty if it is off.'),
      recovery: integer('How many recovery codes are left.', 8),
      recent: flag('Whether you proved your identity in this session in the last ten minutes.'),
    }),
  }),
  confirm: post('/member/confirm', 'member', {
    ticket: 'unrelated',
    summary:
      'Prove your identity again. It takes a code from your authenticator app, or your password without two-step verification, and is valid for ten minutes.',
    input: Type.Object({
      factor: optional(Factor),
      passwd: optional(OldPassword, 'Your password.', 'a long sentence no one guesses'),
    }),
    guessable: true,
    errors: ['factor_needed', 'factor_refused', 'password_refused', 'proof_needed'],
  }),
  changePassword: post('/member/passwd', 'member', {
    ticket: 'unrelated',
    summary:
      'Change your password. Member logins of other sessions that used the password before end. Common passwords, and your name or student ID, are refused.',
    input: Type.Object({
      passwd: NewPassword,
      old: optional(
        OldPassword,
        'The current password; not needed if you proved your identity in the last ten minutes.',
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
      'Begin setting up two-step verification. The answer has a secret for an app that shows one-time codes (TOTP). It takes effect once POST /member/factor/on gets a code of it.',
    output: Type.Object({
      secret: text('The secret, to type into the app.', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'),
      url: text(
        'The same secret as an address, to scan with the app.',
        'otpauth://totp/Fettle:Li?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Fettle',
      ),
    }),
    errors: ['factor_is_on', 'proof_needed'],
  }),
  switchFactorOn: post('/member/factor/on', 'member', {
    ticket: 'unrelated',
    summary:
      'Switch on two-step verification. It takes a code that the app shows. Each recovery code works once in place of a code.',
    input: Type.Object({
      factor: field(LineOfText(limits.factor, { minLength: 1 }), 'The code that the app shows.', '287082'),
    }),
    output: Recovery,
    guessable: true,
    errors: ['factor_refused', 'factor_is_on', 'proof_needed'],
  }),
  renewRecovery: post('/member/factor/recovery', 'member', {
    ticket: 'unrelated',
    summary:
      'Replace your recovery codes. The codes before stop working. Without two-step verification there are none.',
    output: Recovery,
    confirm: true,
    errors: ['factor_needed'],
  }),
  switchFactorOff: post('/member/factor/off', 'member', {
    ticket: 'unrelated',
    summary: 'Switch off two-step verification.',
    confirm: true,
    errors: ['factor_needed'],
  }),
}
