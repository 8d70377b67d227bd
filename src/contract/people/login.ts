import { get, post } from '../endpoint.ts'
import { CodeText, LineOfText, limits, Mail, Timestamp } from '../fields.ts'
import { field, flag, named, optional, Type, text } from '../type.ts'

const Pair = field(CodeText, 'The text of the QR code that the other device shows.', 'pair_x7k2-9qrd-4m0t-h8wz')
const secret = 'q3v8Zt1mB0c5Yw2Lr9Xk7Jd4Hf6Gs0Pn1Ta3Ue5Vo7I'
export const Token = named('Token', Type.String(), 'A session token from POST /login.', secret)

/** The login code of guests. No other login may use it. */
export const guestCode = 'guest'

export const login = {
  login: post('/login', 'anyone', {
    revision: 'both',
    ticket: 'unrelated',
    summary:
      'Log in with a login code. The answer has a session token. The prefix of the code gives its kind. The code `guest` creates a new person who is identified by the token alone; so does the admin code, as long as there is no administrator.',
    input: Type.Object({
      code: field(
        CodeText,
        'The login code, such as the result of `wx.login` in the mini-program.',
        '0a3k7Q100mB0c5Yw2L',
      ),
      mail: optional(Mail, 'The address that a six-digit code was sent to; not needed with other codes.'),
      keep: optional(
        flag(
          'Whether the browser keeps the session: the token is also stored in a cookie for `POST /login/kept`. Works only for pages of this service.',
          false,
        ),
      ),
      merge: optional(
        flag(
          'With the token of a guest: the guest’s tickets, profile and membership move to the account that the code proves, and the guest ends.',
          false,
        ),
      ),
    }),
    output: Type.Object({ token: Token }),
    answer: 'beside',
    rate: 'login',
    headers: { 'set-cookie': 'With `keep`: the cookie that keeps the session in this browser.' },
    errors: [
      'code_refused',
      'not_configured',
      'wrong_host',
      'login_blocked',
      'not_a_guest',
      'linked_elsewhere',
      'proof_needed',
      'peer_unavailable',
    ],
  }),
  kept: post('/login/kept', 'anyone', {
    ticket: 'unrelated',
    summary:
      'Get the token that this browser keeps. A login with `keep` stored it. The answer is empty if there is none, if it has ended, and for callers that are no page of this service.',
    output: Type.Object({ token: text('The token; may be empty.', secret) }),
    headers: { 'set-cookie': 'Takes the cookie back where its session has ended.' },
  }),
  checklogin: get('/checklogin', 'anyone', {
    revision: 'both',
    ticket: 'unrelated',
    summary: 'Check whether a token is logged in. The status is always 200.',
    output: Type.Object({ islogin: flag('Whether the token is logged in.') }),
    answer: 'bare',
  }),
  mail: post('/login/mail', 'anyone', {
    ticket: 'unrelated',
    summary:
      'Send a login code by email, valid for ten minutes. It has six digits and works for five wrong attempts; a mailbox that was under attack gets a longer code. After two emails in five minutes no further one is sent; their codes still work.',
    input: Type.Object({ mail: Mail }),
    errors: ['not_configured', 'peer_unavailable'],
  }),
  pair: post('/login/pair', 'anyone', {
    ticket: 'unrelated',
    summary:
      'Begin logging in a browser with another device. Show `pair` as a QR code and keep `secret`. Both are valid for five minutes.',
    output: Type.Object({
      pair: text('The text to show as a QR code.', 'pair_x7k2-9qrd-4m0t-h8wz'),
      secret: text('The secret for POST /login/paired; not to be shown.', secret),
    }),
  }),
  approve: post('/login/approve', 'user', {
    ticket: 'unrelated',
    summary:
      'Approve the login of the browser that shows this `pair`. It logs in as you. With `member` it also gets your member login, for no longer than your own proof lasts.',
    input: Type.Object({
      pair: Pair,
      member: optional(flag('Whether it also gets the member login of this session.', false)),
    }),
    confirm: ['member'],
    errors: ['code_refused', 'factor_needed'],
  }),
  pairing: post('/login/pairing', 'user', {
    ticket: 'unrelated',
    summary: 'Get details of the browser that shows this `pair`.',
    input: Type.Object({ pair: Pair }),
    output: Type.Object({
      device: text('The device of the browser; empty if unknown.', 'Firefox, Windows'),
      address: text('The address of the browser.', '192.0.2.17'),
      here: flag('Whether you call from the same address.'),
      createdTime: field(Timestamp, 'When it asked to log in.'),
    }),
    errors: ['code_refused'],
  }),
  paired: post('/login/paired', 'anyone', {
    ticket: 'unrelated',
    summary: 'Poll for the login code of a paired browser. It is empty until the login is approved.',
    input: Type.Object({
      secret: field(LineOfText(limits.token, { minLength: 1 }), 'The secret of POST /login/pair.', secret),
    }),
    output: Type.Object({
      code: text('For POST /login; empty until approved.', 'pair_9qrd-4m0t-h8wz-x7k2'),
    }),
    errors: ['code_refused'],
  }),
  logout: post('/user/logout', 'user', {
    ticket: 'unrelated',
    summary: 'End this session.',
    headers: { 'set-cookie': 'Takes the cookie back that kept this session in this browser.' },
  }),
}
