import { noteTypes } from '#contract/codes.ts'
import { langs } from '#contract/languages.ts'
import type { TicketInfo } from './ticket.ts'
import { deskTicketWords } from './words/desk-ticket.ts'

type Joinable = Pick<TicketInfo, 'notes' | 'workers'>
type Note = TicketInfo['notes'][number]

// A request and its refusal are internal notes, so that clients of any age can read them.
const requests: ReadonlySet<string> = new Set(langs.map((lang) => deskTicketWords(lang).joinNote))
const isRequest = ({ type, content }: Note) => type === noteTypes.internal && requests.has(content)
const isRefusal = ({ type, content }: Note, name: string) =>
  type === noteTypes.internal && langs.some((lang) => content === deskTicketWords(lang).joinRefused(name))

/** The service records who was added. */
const isAnswer = (note: Note, name: string) =>
  isRefusal(note, name) || (note.type === noteTypes.recorded && note.content.includes(name))

/** The members who asked to join and have no answer yet. */
export function joinRequests({ notes, workers }: Joinable): string[] {
  const open = notes.filter(
    (request) =>
      isRequest(request) &&
      !workers.some(({ name }) => name === request.op) &&
      !notes.some((note) => note.id > request.id && isAnswer(note, request.op)),
  )
  return [...new Set(open.map(({ op }) => op))]
}

/** The state of the viewer's own request. */
export function ownRequest({ notes }: Pick<Joinable, 'notes'>): 'asked' | 'refused' | undefined {
  const request = notes.findLast((note) => note.own && isRequest(note))
  if (!request) return undefined
  const answer = notes.find((note) => note.id > request.id && isAnswer(note, request.op))
  if (!answer) return 'asked'
  return isRefusal(answer, request.op) ? 'refused' : undefined
}
