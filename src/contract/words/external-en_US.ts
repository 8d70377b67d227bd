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
    [by === 'owner' ? 'The owner writes:' : 'The team writes:', content, pictures].filter(Boolean).join('\n\n'),
  pictures: (count, link) => `${count === 1 ? 'One picture' : `${count} pictures`}: ${link}`,
  status: (name) => `Status: ${name}`,
  retrieved: 'The device is back with its owner.',
  unretrieved: 'The device is not back with its owner after all.',
  troubles: {
    unreachable: ({ reason }) => `It cannot be reached (${reason}).`,
    private_address: () =>
      'Its address belongs to this machine or to a private network. If that is meant, set EXTERNAL_PRIVATE=on.',
    slow: ({ seconds }) => `It did not answer within ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`,
    cut: () => 'The connection ended before it had answered.',
    redirected: () => 'It sends us to another address, which is never followed. Put the right one into EXTERNAL_URL.',
    too_long: () => 'Its answer is far too long. Is EXTERNAL_URL right?',
    not_understood: () => 'Its answer cannot be understood. Is EXTERNAL_URL right?',
    credentials: () => 'It refuses us. Check EXTERNAL_TOKEN, and what its owner may do there.',
    misconfigured: ({ setting }) => `What ${setting} names is not there, or we may not use it.`,
    busy: () => 'It is too busy and asks us to come back later.',
    failing: ({ status }) => `It has failed inside (${status}).`,
    refused: ({ status }) => `It does not take what we send (${status}).`,
    closed: () => 'It wants nothing more from us (410). Put another address into EXTERNAL_URL, then try again.',
    missing_there: () => 'The ticket is not there any more. The command "external reconcile" forwards it anew.',
    unwritable: ({ reason }) => `The file cannot be written (${reason}).`,
    address_gone: () => 'The address is no more.',
    no_consent: () => 'The person has not agreed to a further message.',
    unforeseen: () => 'Something unforeseen went wrong here. The log says more.',
  },
}
