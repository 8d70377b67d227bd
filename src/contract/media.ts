import { endpoint } from './endpoint.ts'
import { Line, limits } from './fields.ts'
import { Type } from './type.ts'

/** Pictures. */
export const media = {
  upload: endpoint({
    method: 'POST',
    path: '/upload',
    role: 'user',
    revision: 'addition',
    summary:
      'Upload a picture (JPEG, PNG, WebP or GIF, up to 10 MB) as a form, the way wx.uploadFile does; `token` may be a field of it. The address is good for one comment, or for one member, within a day.',
    // What a form's file becomes is bytes; the handler refuses anything else.
    input: Type.Object({ file: Type.Unsafe<Uint8Array<ArrayBuffer>>({ description: 'The picture.' }) }),
    output: Type.Object({ url: Type.String() }),
    rate: 'upload',
    form: true,
    errors: ['peer_unavailable'],
  }),
  picture: endpoint({
    method: 'GET',
    path: '/media/:name',
    role: 'anyone',
    revision: 'addition',
    summary: 'A picture by its name, which nobody can guess.',
    input: Type.Object({ name: Line(limits.name) }),
    output: Type.String(),
    answer: 'raw',
    produces: 'image/*',
    errors: ['not_found', 'peer_unavailable'],
  }),
}
