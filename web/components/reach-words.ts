import { translated } from '#web/lib/translated.ts'

export const useReachWords = translated({
  zh_CN: {
    machine: '目前只有这台电脑能打开这个地址。',
    network: '目前只有同一网络里的设备能打开这个地址。',
    how: '要让同一网络里的手机也能打开，请用 npm start -- --lan 启动。',
  },
  en_US: {
    machine: 'For now, only this computer can open this address.',
    network: 'For now, only devices on the same network can open this address.',
    how: 'To let phones on the same network open it, start Fettle with npm start -- --lan.',
  },
})
