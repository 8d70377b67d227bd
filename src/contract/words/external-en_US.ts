import type { ExternalWords } from './words.ts'

export const externalWords: ExternalWords = {
  subject: (id, device) => `Repair #${id}: ${device}`,
  text: ({ id, type, device, deviceModel, description, phone, link, ref }) =>
    [
      `Ticket: #${id} (${type})`,
      `Device: ${device}`,
      ...(deviceModel === '' ? [] : [`Model: ${deviceModel}`]),
      ...(phone === undefined ? [] : [`Phone: ${phone}`]),
      `Link: ${link}`,
      `Reference: ${ref}`,
      ...(description === '' ? [] : ['', description]),
    ].join('\n'),
  comment: (by, content, pictures) =>
    [by === 'owner' ? 'The owner wrote:' : 'The team wrote:', content, pictures].filter(Boolean).join('\n\n'),
  pictures: (count, link) => `${count === 1 ? 'One picture' : `${count} pictures`}: ${link}`,
  status: (name) => `Status: ${name}`,
  retrieved: 'The owner has collected the device.',
  unretrieved: 'The device was not collected after all.',
  troubles: {
    unreachable: ({ reason }) => `It cannot be reached (${reason}).`,
    private_address: () =>
      'Its address belongs to this machine or to a private network. If you want that, set EXTERNAL_PRIVATE=on.',
    slow: ({ seconds }) => `It did not answer within ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`,
    cut: () => 'The connection was lost before it answered.',
    redirected: () =>
      'It redirects to another address, and Fettle does not follow redirects. Put the right address in EXTERNAL_URL.',
    too_long: () => 'Its answer is far too long. Is EXTERNAL_URL right?',
    not_understood: () => 'We could not understand its answer. Is EXTERNAL_URL right?',
    credentials: () => 'It refused access. Check EXTERNAL_TOKEN and the permissions of its account.',
    misconfigured: ({ setting }) => `${setting} names something that does not exist, or that we may not use.`,
    busy: () => 'It is too busy and asks us to try later.',
    failing: ({ status }) => `It reported an internal error (${status}).`,
    refused: ({ status }) => `It does not accept what we send (${status}).`,
    closed: () => 'It no longer accepts messages (410). Put another address in EXTERNAL_URL, then try again.',
    missing_there: () => 'The ticket no longer exists there. The command "external reconcile" forwards it again.',
    unwritable: ({ reason }) => `The file cannot be written (${reason}).`,
    address_gone: () => 'The address no longer exists.',
    no_consent: () => 'The person has not agreed to another message.',
    unforeseen: () => 'Something unexpected went wrong here. The log says more.',
  },
}
