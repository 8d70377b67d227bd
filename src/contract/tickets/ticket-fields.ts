import { accessories, noteTypes, statuses, ticketTypes } from '../codes.ts'
import { Coded, LineOfText, limits, sample } from '../fields.ts'
import { field, named, optional, Type } from '../type.ts'

export const TicketType = named('TicketType', Coded('type'), 'What kind of device it is.', ticketTypes.appliance)
export const StatusSchema = named('Status', Coded('status'), 'How the repair stands.', statuses.repairing)
export const NoteType = named('NoteType', Coded('note'), 'Who writes a note, and who sees it.', noteTypes.comment)
/** The team's own kind of a new ticket. */
export const KindInput = optional(
  Type.Integer({ minimum: 0, maximum: 999 }),
  'One of the team’s own kinds, which then decides the type.',
  2,
)
export const Accessory = named(
  'Accessory',
  Coded('accessory', { maximum: limits.accessoryCode }),
  'Something that came with the device. Clients may have codes of their own.',
  accessories.power_adapter,
)
export const Accessories = field(Type.Array(Accessory, { maxItems: limits.accessories }), 'What came with it.', [0, 5])
export const PictureAddresses = field(
  Type.Array(LineOfText(limits.url), { maxItems: limits.pictures }),
  'Addresses that POST /upload gave this very user.',
  [sample.picture],
)
