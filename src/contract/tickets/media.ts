import { get, post } from '../endpoint.ts'
import { LineOfText, limits, sample } from '../fields.ts'
import { field, optional, Type, text } from '../type.ts'

/** Pictures. */
export const media = {
  upload: post('/upload', 'user', {
    ticket: 'unrelated',
    summary:
      'Upload a picture (JPEG, PNG, WebP or GIF, up to 10 MB) as a form, the way wx.uploadFile does; `token` may be a field of it. The address is good for one comment, or for one member, within an hour. How many pictures a day allows, for a person and for an address, is a setting of the machine. Of somebody who came by WeChat it may be checked first: until then nobody else sees it.',
    // What a form's file becomes is bytes; the handler refuses anything else.
    input: Type.Object({
      file: field(
        Type.Unsafe<Uint8Array<ArrayBuffer>>({ contentMediaType: 'application/octet-stream' }),
        'The picture.',
      ),
      use: optional(
        Type.Enum(['signature']),
        'For members: that it is a signature. It is not checked then, and good for POST /tickets/retrieve alone.',
        'signature',
      ),
    }),
    output: Type.Object({ url: text('The address of the picture.', sample.picture) }),
    errors: ['picture_quota', 'disk_low'],
    rate: 'upload',
    form: true,
  }),
  picture: get('/media/:name', 'anyone', {
    ticket: 'unrelated',
    summary:
      'A picture by its name, which nobody can guess. One that is still being checked is a neutral one to everybody whose address is not signed for it.',
    input: Type.Object({
      name: field(LineOfText(limits.name), 'The name in the address of the picture.', '9sVt3mJ0hQ.jpg'),
      see: optional(
        LineOfText(limits.name),
        'In an address of who uploaded it: lets them see it while it is checked.',
        'aaxq.n4bQf2kVt0mJhQ',
      ),
    }),
    output: field(Type.Unsafe<string>({}), 'The picture.'),
    answer: 'raw',
    produces: 'image/*',
    errors: ['not_found'],
  }),
}
