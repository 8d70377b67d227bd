import type { Static } from 'typebox'
import { Id, LineOfText, limits, Name, sample, Timestamp, TimestampOrNone } from '../fields.ts'
import { markPersonal } from '../tickets/ticket-access.ts'
import { Accessory } from '../tickets/ticket-fields.ts'
import { field, flag, list, named, namedObject, optional, Type, text } from '../type.ts'

/** What can happen to a device between a visitor's hands and a visitor's hands. */
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
  'Received, put on a shelf, taken to the bench, handed to a colleague or a workshop, returned; or a return that was undone.',
  'received',
)
export type CustodyStep = Static<typeof CustodyStep>

/** The places of a device that the team has. `counter` means received, with no place recorded since. */
export const holdingPlaces = ['counter', 'shelf', 'bench', 'colleague', 'workshop'] as const
const HoldingPlace = named('HeldAt', Type.Enum(holdingPlaces), 'Where a device is that the team has.', 'shelf')
export type HoldingPlace = Static<typeof HoldingPlace>

/** The proof that the collector of a device showed. */
export const collectionProofs = ['code', 'receipt', 'id'] as const
const CollectionProof = named(
  'ShownBy',
  Type.Enum(collectionProofs),
  'The collect code, the receipt, or a look at an id.',
  'receipt',
)
export type CollectionProof = Static<typeof CollectionProof>

export const Holding = namedObject('Holding', 'Where a device is that the team has.', {
  since: field(Timestamp, 'Since when the team has it.'),
  place: HoldingPlace,
  shelf: text('Which shelf it has, or had last; may be empty.', 'B3'),
  with: markPersonal(text('The colleague or the workshop; empty otherwise.', sample.colleague), 'custody', 'workers'),
})

const Checked = namedObject('CheckedAccessory', 'Something that came with the device, and whether it went back.', {
  accessory: Accessory,
  returned: flag('Whether it was handed back.', true),
  reason: text('Why not; empty where it was.', ''),
})
export type CheckedAccessory = Static<typeof Checked>

const CustodyLine = namedObject('CustodyLine', 'A line of the ledger: what happened to the device.', {
  id: field(Id, 'The number of the line.', 31),
  createdTime: field(Timestamp, 'When it happened.'),
  by: markPersonal(text('Who saw to it.', sample.colleague), 'custody', 'workers'),
  what: CustodyStep,
  shelf: text('Which shelf; may be empty.', 'B3'),
  to: markPersonal(
    text(
      'The colleague, the workshop, or who took it in place of its owner; empty otherwise, and after the personal data is gone.',
      '',
    ),
    'custody',
    'workers',
  ),
  shown: field(
    Type.Union([CollectionProof, Type.Literal('')]),
    'What was shown when it was returned; empty otherwise.',
    '',
  ),
  accessories: list(Checked, 'What came with it, when it was received or returned.'),
  pic: markPersonal(
    list(Type.String(), 'Pictures of its state, or of a signature.', [sample.picture]),
    'custody',
    'comment',
    'internal',
  ),
})

/** What members see of where a device is. */
export const CustodyOfTicket = namedObject(
  'CustodyOfTicket',
  'Where the device of a ticket is, and how it came there.',
  {
    holding: field(Type.Union([Type.Null(), Holding]), 'Where it is; nothing while the team does not have it.'),
    lines: list(CustodyLine, 'The ledger, the oldest first.'),
    tags: list(Type.Integer(), 'The numbers of its printed tags.', [1043]),
    filedBy: markPersonal(
      text('The member who filed it for a visitor; empty otherwise.', sample.colleague),
      'custody',
      'workers',
    ),
    receipt: flag('Whether there is a receipt for it.', true),
    mail: markPersonal(
      text('The visitor’s mail address, for those who see the phone number in full; empty otherwise.', sample.mail),
      'mail',
    ),
    number: text('The number in today’s queue; empty where it has none.', 'A04'),
    visitTime: field(TimestampOrNone, 'When they came today; empty if they did not.'),
  },
)

/** What a hand-back may say. */
export const HandBackFields = {
  returned: optional(
    Type.Array(Accessory, { maxItems: limits.accessories }),
    'What was handed back of what came with it.',
    [0],
  ),
  missing: optional(
    Type.Array(
      Type.Object({
        accessory: Accessory,
        reason: field(LineOfText(limits.search, { minLength: 1 }), 'Why.', 'Taken home earlier'),
      }),
      { maxItems: limits.accessories },
    ),
    'What was not handed back of what came with it, and why.',
  ),
  to: optional(Name, 'Who took it, where it was not its owner.'),
  shown: optional(CollectionProof),
  signature: optional(
    LineOfText(limits.url),
    'A picture of a signature: an address that POST /upload gave this very user.',
    sample.picture,
  ),
}
