import { limits } from '#contract/limits.ts'
import { randomName } from '#web/lib/random.ts'

/** A ticket that somebody is writing. */
export interface TicketDraft {
  /** Stays with it until it is filed: however often it is sent, it is one ticket. */
  readonly key: string
  readonly at: number
  /** One of the team's own, or a type. */
  readonly kind: number
  readonly device: string
  readonly deviceModel: string
  readonly description: string
  readonly accessories: readonly number[]
  readonly pic: readonly string[]
}

/** Whom to call about it. It is not kept beyond the tab: on a shared machine the next one would read it. */
export interface TicketContact {
  readonly owner: string
  readonly phone: string
}

/** What fills in what a profile lacks; what it has may be meant otherwise, say by who brings a friend's lamp. */
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

// As long as the service knows keys. It deletes pictures that nothing uses sooner.
const life = 24 * 60 * 60 * 1000

export function newTicketDraft(at: number): TicketDraft {
  return {
    key: randomName(),
    at,
    kind: 0,
    device: '',
    deviceModel: '',
    description: '',
    accessories: [],
    pic: [],
  }
}

export function isEmptyTicketDraft({ device, deviceModel, description, accessories, pic }: TicketDraft): boolean {
  return (device + deviceModel + description).trim() === '' && accessories.length === 0 && pic.length === 0
}

/** A draft as it was kept; what is old, or not whole, is none. */
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
    return whole ? (found as TicketDraft) : undefined // every part was looked at
  } catch {
    return undefined
  }
}
