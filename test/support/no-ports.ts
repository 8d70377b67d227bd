import { noChannels, type Ports } from '#service/shared/ports.ts'

const nowhere = () => Promise.reject(new Error('nothing outside is part of this'))

/** Ports for services that need no outside system. */
export const noPorts: Ports = {
  media: {
    check: nowhere,
    put: nowhere,
    get: nowhere,
    has: nowhere,
    remove: nowhere,
    removeUnfinished: nowhere,
    freeBytes: nowhere,
  },
  pictures: { check: nowhere, clean: nowhere, [Symbol.dispose]() {} },
  miniProgram: undefined,
  wechat: undefined,
  mailer: undefined,
  identity: undefined,
  external: { kind: 'file', check: nowhere, find: nowhere, create: nowhere, comment: nowhere },
  channels: noChannels,
}
