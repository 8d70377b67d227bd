import { get, post } from '../endpoint.ts'
import { LineOfText } from '../fields.ts'
import { field, optional, Type, text } from '../type.ts'

/** The signature of a call by WeChat. */
const signed = {
  signature: field(
    LineOfText(64),
    'SHA-1, in hexadecimal digits, of the sorted and joined token of the message push, `timestamp` and `nonce`.',
    'f464b24fc39322e44b38aa78f5edd27bd1441696',
  ),
  timestamp: field(LineOfText(20), 'When it was sent, in seconds since 1970.', '1763256600'),
  nonce: field(LineOfText(64), 'A random text.', '1320562132'),
}

export const wechat = {
  verify: get('/wechat/push', 'anyone', {
    ticket: 'unrelated',
    anonymous: true,
    summary: 'Verify the address of WeChat’s message push. WeChat calls this when you enter the address there.',
    input: Type.Object({
      ...signed,
      echostr: field(LineOfText(256), 'The text to echo.', '5838479218127813673'),
    }),
    output: text('`echostr` unchanged.', '5838479218127813673'),
    answer: 'raw',
    produces: 'text/plain',
    errors: ['not_found', 'push_refused'],
  }),
  push: post('/wechat/push', 'anyone', {
    ticket: 'unrelated',
    summary:
      'Receive WeChat’s message push. The result of a picture check (`wxa_media_check`) is carried out once; other events are acknowledged and ignored.',
    anyType: true,
    query: ['signature', 'timestamp', 'nonce', 'msg_signature'],
    input: Type.Object({
      ...signed,
      msg_signature: optional(
        LineOfText(64),
        'The signature of `Encrypt`, when messages are encrypted.',
        'dd3d5ec4c0c8d9d2f6d1a6f2d0d6e0bd33b4b7de',
      ),
      Encrypt: optional(LineOfText(1024 * 1024), 'The encrypted message, when messages are encrypted.', 'hhVZ…'),
      // Other messages may have any value under these names, so the service checks each field itself.
      Event: optional(Type.Unsafe<unknown>({}), 'The type of the event.', 'wxa_media_check'),
      appid: optional(Type.Unsafe<unknown>({}), 'The mini-program that it is about.', 'wx0123456789abcdef'),
      trace_id: optional(Type.Unsafe<unknown>({}), 'The picture check that it is about.', '67050d30-4bc5a6d4-3e6a1f3a'),
      errcode: optional(Type.Unsafe<unknown>({}), 'The error code; 0 for none.', 0),
      result: optional(Type.Unsafe<unknown>({}), 'The result of the check.', { suggest: 'pass', label: 100 }),
    }),
    output: text('Always `success`; after any other answer WeChat sends it again.', 'success'),
    answer: 'raw',
    produces: 'text/plain',
    errors: ['not_found', 'push_refused'],
  }),
}
