import { get, post } from '../endpoint.ts'
import { LineOfText, limits, sample } from '../fields.ts'
import { field, optional, Type, text } from '../type.ts'

export const media = {
  upload: post('/upload', 'user', {
    ticket: 'unrelated',
    summary:
      'Upload a picture. It is a JPEG, PNG, WebP or GIF of up to 10 MB in a form, as `wx.uploadFile` sends it; `token` may be a field of the form. The address is valid for one comment or one member, within an hour. The configuration limits pictures per day, person and address. A picture of a WeChat user may be checked first; until then only the uploader sees it.',
    // A file of a form arrives as bytes. The handler refuses anything else.
    input: Type.Object({
      file: field(
        Type.Unsafe<Uint8Array<ArrayBuffer>>({ contentMediaType: 'application/octet-stream' }),
        'The picture.',
      ),
      use: optional(
        Type.Enum(['signature']),
        'For members: marks a signature. It is not checked, and valid for POST /tickets/retrieve only.',
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
      'Get a picture by its name, which cannot be guessed. While a picture is being checked, a neutral one takes its place unless the address is signed for it.',
    input: Type.Object({
      name: field(LineOfText(limits.name), 'The name from the address of the picture.', '9sVt3mJ0hQ.jpg'),
      see: optional(
        LineOfText(limits.name),
        'From the address that the uploader got: shows the picture while it is being checked.',
        'aaxq.n4bQf2kVt0mJhQ',
      ),
    }),
    output: field(Type.Unsafe<string>({}), 'The picture.'),
    answer: 'raw',
    produces: 'image/*',
    errors: ['not_found'],
  }),
}
