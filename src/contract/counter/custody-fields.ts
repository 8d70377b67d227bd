import type { Static } from 'typebox'
import { Id, LineOfText, limits, Name, sample, Timestamp, TimestampOrNone } from '../fields.ts'
import { markPersonal } from '../tickets/ticket-access.ts'
import { Accessory } from '../tickets/ticket-fields.ts'
import { field, flag, list, named, namedObject, nullable, optional, Type, text } from '../type.ts'

export const custodySteps = [
  'received',
  'shelved',
  'bench',
  'colleague',
  'workshop',
  'returned',
  'not_returned',
] as const
const CustodyStep = named(
  'CustodyStep',
  Type.Enum(custodySteps),
  'A step in the custody of a device. `not_returned` undoes a return.',
  'received',
)
export type CustodyStep = Static<typeof CustodyStep>

/** `counter` means received, with no place recorded since. */
export const holdingPlaces = ['counter', 'shelf', 'bench', 'colleague', 'workshop'] as const
const HoldingPlace = named('HeldAt', Type.Enum(holdingPlaces), 'The place of a device that the team has.', 'shelf')
export type HoldingPlace = Static<typeof HoldingPlace>

export const collectionProofs = ['code', 'receipt', 'id'] as const
const CollectionProof = named(
  'ShownBy',
  Type.Enum(collectionProofs),
  'What the collector showed: the collect code, the receipt, or an ID.',
  'receipt',
)
export type CollectionProof = Static<typeof CollectionProof>

export const Holding = namedObject('Holding', 'Where the team keeps a device.', {
  since: field(Timestamp, 'Since when the team has the device.'),
  place: HoldingPlace,
  shelf: text('The current or last shelf; may be empty.', 'B3'),
  with: markPersonal(
    text('The colleague or workshop that has it; otherwise empty.', sample.colleague),
    'custody',
    'workers',
  ),
})

const AccessoryCheck = namedObject('CheckedAccessory', 'An accessory, and whether it was returned.', {
  accessory: Accessory,
  returned: flag('Whether it was returned.', true),
  reason: text('Why it was not returned; otherwise empty.', ''),
})
export type CheckedAccessory = Static<typeof AccessoryCheck>

const CustodyLine = namedObject('CustodyLine', 'An entry in the custody history of a device.', {
  id: field(Id, 'The number of the entry.', 31),
  createdTime: field(Timestamp, 'When it happened.'),
  by: markPersonal(text('The member who did it.', sample.colleague), 'custody', 'workers'),
  what: CustodyStep,
  shelf: text('The shelf; may be empty.', 'B3'),
  to: markPersonal(
    text(
      'The colleague, the workshop, or the person who collected it for the owner; otherwise empty, and empty once personal data was removed.',
      '',
    ),
    'custody',
    'workers',
  ),
  shown: field(
    Type.Union([CollectionProof, Type.Literal('')]),
    'What the collector showed; empty unless the device was returned.',
    '',
  ),
  accessories: list(AccessoryCheck, 'The accessories that were received or returned.'),
  pic: markPersonal(
    list(Type.String(), 'Pictures of the device’s state, or of a signature.', [sample.picture]),
    'custody',
    'comment',
    'internal',
  ),
})

export const CustodyOfTicket = namedObject(
  'CustodyOfTicket',
  'Where the device of a ticket is, and its custody history.',
  {
    holding: nullable(Holding, 'Where it is now; null if the team does not have it.'),
    lines: list(CustodyLine, 'The custody history, oldest first.'),
    tags: list(Type.Integer(), 'The numbers of its printed tags.', [1043]),
    filedBy: markPersonal(
      text('The member who took in the ticket for a visitor; otherwise empty.', sample.colleague),
      'custody',
      'workers',
    ),
    receipt: flag('Whether the ticket has a valid receipt.', true),
    mail: markPersonal(
      text('The visitor’s email address, for those who may see the full phone number; otherwise empty.', sample.mail),
      'mail',
    ),
    number: text('The number in today’s queue; empty if there is none.', 'A04'),
    visitTime: field(TimestampOrNone, 'When the visitor arrived today; empty if they did not.'),
  },
)

/** The optional record of a return. */
export const HandBackFields = {
  returned: optional(
    Type.Array(Accessory, { maxItems: limits.accessories }),
    'The accessories that were returned.',
    [0],
  ),
  missing: optional(
    Type.Array(
      Type.Object({
        accessory: Accessory,
        reason: field(LineOfText(limits.search, { minLength: 1 }), 'The reason.', 'Taken home earlier'),
      }),
      { maxItems: limits.accessories },
    ),
    'The accessories that were not returned, and why.',
  ),
  to: optional(Name, 'Who collected it, if it was not the owner.'),
  shown: optional(CollectionProof),
  signature: optional(
    LineOfText(limits.url),
    'A picture of a signature: an address that POST /upload gave to the caller.',
    sample.picture,
  ),
}
