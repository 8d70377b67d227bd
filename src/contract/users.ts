import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Language, Lines, Name, Nothing, Phone } from './fields.ts'

/** What a person keeps about themselves, and what they tell the team. */
export const users = {
  info: endpoint({
    method: 'GET',
    path: '/user/info',
    role: 'user',
    revision: 'both',
    summary: 'My profile.',
    input: Type.Object({}),
    output: Type.Object({ name: Type.String(), phone: Type.String() }),
    errors: [],
  }),
  update: endpoint({
    method: 'POST',
    path: '/user/update',
    role: 'user',
    revision: 'both',
    summary: 'Change my profile. A field that is absent stays as it is; an empty one is cleared.',
    input: Type.Object({ name: Type.Optional(Name), phone: Type.Optional(Phone) }),
    output: Nothing,
    errors: [],
  }),
  locale: endpoint({
    method: 'GET',
    path: '/user/locale/get',
    role: 'user',
    revision: 'both',
    summary: 'My language.',
    input: Type.Object({}),
    output: Type.Object({ lang: Language }),
    errors: [],
  }),
  updateLocale: endpoint({
    method: 'POST',
    path: '/user/locale/update',
    role: 'user',
    revision: 'both',
    summary: 'Choose my language.',
    input: Type.Object({ lang: Language }),
    output: Nothing,
    errors: [],
  }),
  report: endpoint({
    method: 'POST',
    path: '/report',
    role: 'user',
    revision: 'both',
    summary: 'Give the team feedback.',
    input: Type.Object({ content: Lines({ minLength: 1 }) }),
    output: Nothing,
    rate: 'feedback',
    errors: [],
  }),
}
