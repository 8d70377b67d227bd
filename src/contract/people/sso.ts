import { get, htmlPage } from '../endpoint.ts'
import { LineOfText, patterned } from '../fields.ts'
import { optional, Type } from '../type.ts'

/** Providers choose the length of their parameters. */
const ReturnParameter = (description: string, example: string) => optional(LineOfText(4000), description, example)

export const sso = {
  start: get('/sso/start', 'anyone', {
    ticket: 'unrelated',
    summary:
      'Redirect this browser to the school’s login (OpenID Connect or CAS). A page of this service sends a random `tab`, and recognises its own login by it afterwards.',
    input: Type.Object({
      tab: optional(
        patterned('bad_characters', '^[\\w-]{22}$', {}),
        'A random word of the page that starts the login.',
        'Zt1mB0c5Yw2Lr9Xk7Jd4Hf',
      ),
    }),
    ...htmlPage,
    status: 302,
    errors: ['not_configured', 'peer_unavailable'],
  }),
  callback: get('/sso/callback', 'anyone', {
    ticket: 'unrelated',
    summary:
      'Receive the browser from the school’s login. The page shows a one-time code (2 minutes) as text and as a QR code, and the page that started the login continues by itself. The code works for `POST /login`, `POST /member/login`, or both in this order.',
    input: Type.Object({
      state: ReturnParameter('What we gave the provider to bring back.', 'Zt1mB0c5Yw2Lr9Xk'),
      code: ReturnParameter('The authorization code of OpenID Connect.', 'SplxlOBeZQQYbYS6WxSbIA'),
      ticket: ReturnParameter('The service ticket of CAS.', 'ST-1856339-aA5Yuvrxzpv8Tau1cYQ7'),
      iss: ReturnParameter('Who the provider says it is.', 'https://login.example.edu'),
      error: ReturnParameter('Why the provider refused.', 'access_denied'),
    }),
    ...htmlPage,
    errors: ['code_refused', 'not_configured', 'peer_unavailable'],
  }),
}
