import { accessories, noteTypes, statuses, ticketTypes } from '../codes.ts'
import { Coded, LineOfText, limits, sample } from '../fields.ts'
import { field, named, optional, Type } from '../type.ts'

export const TicketType = named('TicketType', Coded('type'), 'What kind of device it is.', ticketTypes.appliance)
export const StatusSchema = named('Status', Coded('status'), 'The status of the repair.', statuses.repairing)
export const NoteType = named(
  'NoteType',
  Coded('note'),
  'The type of a note, which decides who sees it.',
  noteTypes.comment,
)
/** The team's own kind of a new ticket. */
export const KindInput = optional(
  Type.Integer({ minimum: 0, maximum: 999 }),
  'One of the team’s own kinds, which then determines the type.',
  2,
)
export const Accessory = named(
  'Accessory',
  Coded('accessory', { maximum: limits.accessoryCode }),
  'An accessory of the device. Clients may have codes of their own.',
  accessories.power_adapter,
)
export const Accessories = field(Type.Array(Accessory, { maxItems: limits.accessories }), 'The accessories.', [0, 5])
export const PictureAddresses = field(
  Type.Array(LineOfText(limits.url), { maxItems: limits.pictures }),
  'Addresses that POST /upload gave to the caller.',
  [sample.picture],
)
