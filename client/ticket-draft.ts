import { limits } from '#contract/limits.ts'

export interface TicketDraft {
  /** The idempotency key of the draft. */
  readonly key: string
  readonly at: number
  /** A kind of the team, or a type. */
  readonly kind: number
  readonly device: string
  readonly deviceModel: string
  readonly description: string
  readonly accessories: readonly number[]
  readonly pic: readonly string[]
}

export interface TicketContact {
  readonly owner: string
  readonly phone: string
}

/** The service derives the type from the kind; the first interface requires one. */
export const kindInput = (kind: number) => (kind > 1 ? { type: 0, kind } : { type: kind })

export const ticketInput = (draft: TicketDraft, contact: TicketContact, pic: readonly string[]) => ({
  ...kindInput(draft.kind),
  device: draft.device.trim(),
  deviceModel: draft.deviceModel.trim(),
  description: draft.description.trim(),
  accessories: [...draft.accessories],
  pic: [...pic],
  owner: contact.owner.trim(),
  phone: contact.phone.trim(),
})

/** Fills only empty fields of the profile: the contact of a ticket may be another person's. */
export function missingInProfile(
  profile: { readonly name: string; readonly phone: string },
  { owner, phone }: TicketContact,
): { name?: string; phone?: string } {
  const [name, number] = [owner.trim(), phone.trim()]
  return {
    ...(profile.name === '' && name !== '' ? { name } : {}),
    ...(profile.phone === '' && number !== '' ? { phone: number } : {}),
  }
}

// The service keeps idempotency keys this long. It deletes unused pictures sooner.
const life = 24 * 60 * 60 * 1000

export function newTicketDraft(key: string, at: number): TicketDraft {
  return {
    key,
    at,
    kind: 0,
    device: '',
    deviceModel: '',
    description: '',
    accessories: [],
    pic: [],
  }
}

/** The typed contact, for as long as the draft is kept. */
export function contactFrom(text: string | undefined, now: number): Partial<TicketContact> {
  try {
    const { owner, phone, at }: Partial<TicketContact & { at: number }> = JSON.parse(text ?? '{}') ?? {}
    const whole = typeof owner === 'string' && typeof phone === 'string' && typeof at === 'number' && now - at < life
    return whole ? { owner, phone } : {}
  } catch {
    return {}
  }
}

export function isEmptyTicketDraft({ device, deviceModel, description, accessories, pic }: TicketDraft): boolean {
  return (device + deviceModel + description).trim() === '' && accessories.length === 0 && pic.length === 0
}

export function draftFrom(text: string | undefined, now: number): TicketDraft | undefined {
  if (text === undefined) return undefined
  try {
    const found: Partial<TicketDraft> = JSON.parse(text)
    const whole =
      typeof found.at === 'number' &&
      typeof found.kind === 'number' &&
      now - found.at < life &&
      [found.key, found.device, found.deviceModel, found.description].every((part) => typeof part === 'string') &&
      Array.isArray(found.accessories) &&
      Array.isArray(found.pic) &&
      found.pic.length <= limits.pictures
    return whole ? (found as TicketDraft) : undefined // every field is checked above
  } catch {
    return undefined
  }
}
