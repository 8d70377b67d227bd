import type { Lang } from './fields.ts'

/**
 * What the service itself writes down (the operation log, and later its notes on tickets) is stored as a phrase with
 * its facts and worded when somebody reads it, in their language. No phrase holds a token, a code, a password, a full
 * phone number, or a user's name: those have an end, the record does not.
 */
export interface Phrases {
  logged_in: { with: string }
  logged_out: object
  profile: { fields: readonly ('name' | 'phone')[] }
  language: { lang: Lang }
  feedback: object
}

export type Phrase = { [K in keyof Phrases]: { readonly say: K } & Readonly<Phrases[K]> }[keyof Phrases]
