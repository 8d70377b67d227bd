import { accessories, noteTypes, statuses, ticketTypes } from '../codes.ts'
import { Coded, LineOfText, LongText, limits, sample } from '../fields.ts'
import { field, integer, named, optional, Type, text } from '../type.ts'
import { markPersonal } from './ticket-access.ts'

export const TicketType = named('TicketType', Coded('type'), 'What kind of device it is.', ticketTypes.appliance)
export const StatusSchema = named('Status', Coded('status'), 'The status of the repair.', statuses.repairing)
export const NoteType = named(
  'NoteType',
  Coded('note'),
  'The type of a note, which decides who sees it.',
  noteTypes.comment,
)
export const KindInput = optional(
  integer('One of the team’s own kinds, which then determines the type.', 2, { minimum: 0, maximum: 999 }),
)
export const Accessory = named(
  'Accessory',
  Coded('accessory', { maximum: limits.accessoryCode }),
  'An accessory of the device. Clients may have codes of their own.',
  accessories.power_adapter,
)
export const DeviceName = markPersonal(text('The device.', sample.device), 'words')
export const OwnerName = markPersonal(text('The owner’s name; may be empty.', sample.person), 'owner')
export const OwnerPhone = markPersonal(
  text('The owner’s phone number, masked for those who need not know it.', sample.phone),
  'phone',
)
export const KindOrType = integer('One of the team’s own kinds, or the same as `type`.', 0)
export const Accessories = field(Type.Array(Accessory, { maxItems: limits.accessories }), 'The accessories.', [0, 5])
export const PictureAddresses = field(
  Type.Array(LineOfText(limits.url), { maxItems: limits.pictures }),
  'Addresses that POST /upload gave to the caller.',
  [sample.picture],
)

export const NewDevice = {
  type: TicketType,
  kind: KindInput,
  device: field(LineOfText(limits.device, { minLength: 1 }), 'The device.', sample.device),
  deviceModel: optional(LineOfText(limits.device), 'The model.', sample.model),
}
export const FaultInput = optional(LongText(), 'What is wrong with the device.', 'It does not heat any more.')
