import { get, post } from '../endpoint.ts'
import { CodeText, LineOfText, limits, Mail, Timestamp } from '../fields.ts'
import { field, flag, named, optional, Type, text } from '../type.ts'

const Pair = field(CodeText, 'What the other device shows as a QR code.', 'pair_x7k2-9qrd-4m0t-h8wz')
const secret = 'q3v8Zt1mB0c5Yw2Lr9Xk7Jd4Hf6Gs0Pn1Ta3Ue5Vo7I'
/** What POST /login gives and every other call takes. */
export const Token = named('Token', Type.String(), 'A session token, as POST /login gave it.', secret)

/** The login code of guests. No other login may use it. */
export const guestCode = 'guest'

/** Coming in and going out. */
export const login = {
  login: post('/login', 'anyone', {
    revision: 'both',
    ticket: 'unrelated',
    summary:
      'Trade a login code for a session token. The prefix of the code says which kind it is; the code `guest` makes a new person who is known by the token alone. So does the admin code, as long as there is no administrator.',
    input: Type.Object({
      code: field(CodeText, 'The login code, such as `wx.login` gives it to the mini-program.', '0a3k7Q100mB0c5Yw2L'),
      mail: optional(
        Mail,
        'The address that a code of six digits was sent to; other codes say by themselves whose they are.',
      ),
      keep: optional(
        flag(
          'Whether the browser keeps the session: the token then also goes into a cookie, for `POST /login/kept`. Does nothing but for a page of this service.',
          false,
        ),
      ),
      merge: optional(
        flag(
          'With the token of a guest: what the guest has (tickets, profile, membership) goes over to the account that the code proves, and the guest ends.',
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
      'For a page of this service: the token that its browser keeps since a login with `keep`. Empty if there is none, if it has ended, and for everybody else.',
    output: Type.Object({ token: text('The token, or empty.', secret) }),
    headers: { 'set-cookie': 'Takes the cookie back where its session has ended.' },
  }),
  checklogin: get('/checklogin', 'anyone', {
    revision: 'both',
    ticket: 'unrelated',
    summary: 'Whether this token is logged in. Always answers 200.',
    output: Type.Object({ islogin: flag('Whether the token is logged in.') }),
    answer: 'bare',
  }),
  mail: post('/login/mail', 'anyone', {
    ticket: 'unrelated',
    summary:
      'Send a one-time login code (10 minutes) to a mail address: six digits, which work five wrong tries long, or a long code where somebody has guessed at that mailbox. Where two went out in the last five minutes, none is added: their codes still work.',
    input: Type.Object({ mail: Mail }),
    errors: ['not_configured', 'peer_unavailable'],
  }),
  pair: post('/login/pair', 'anyone', {
    ticket: 'unrelated',
    summary:
      'Begin to log a browser in by another device: show `pair` as a QR code, keep `secret`. Good for five minutes.',
    output: Type.Object({
      pair: text('What to show as a QR code.', 'pair_x7k2-9qrd-4m0t-h8wz'),
      secret: text('What to ask POST /login/paired with; show it to nobody.', secret),
    }),
  }),
  approve: post('/login/approve', 'user', {
    ticket: 'unrelated',
    summary:
      'Let the browser that shows this `pair` log in as me; with `member`, as the member I am here too, for no longer than I have proved it.',
    input: Type.Object({
      pair: Pair,
      member: optional(flag('Whether it gets the member part of this session too.', false)),
    }),
    confirm: ['member'],
    errors: ['code_refused', 'factor_needed'],
  }),
  pairing: post('/login/pairing', 'user', {
    ticket: 'unrelated',
    summary: 'What would be let in by this `pair`.',
    input: Type.Object({ pair: Pair }),
    output: Type.Object({
      device: text('What it runs on; empty if it does not say.', 'Firefox, Windows'),
      address: text('The address it asks from.', '192.0.2.17'),
      here: flag('Whether I ask from the same address.'),
      createdTime: field(Timestamp, 'When it began to ask.'),
    }),
    errors: ['code_refused'],
  }),
  paired: post('/login/paired', 'anyone', {
    ticket: 'unrelated',
    summary: 'The login code once somebody has approved; an empty one until then.',
    input: Type.Object({
      secret: field(LineOfText(limits.token, { minLength: 1 }), 'The secret of POST /login/pair.', secret),
    }),
    output: Type.Object({
      code: text('For POST /login; empty until somebody has approved.', 'pair_9qrd-4m0t-h8wz-x7k2'),
    }),
    errors: ['code_refused'],
  }),
  logout: post('/user/logout', 'user', {
    ticket: 'unrelated',
    summary: 'End this session.',
    headers: { 'set-cookie': 'Takes the cookie back that kept this session in this browser.' },
  }),
}
