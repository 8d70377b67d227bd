import { translated } from '#web/lib/translated.ts'

export const useReachWords = translated({
  zh_CN: {
    machine: '目前只有这台电脑能打开这个地址。',
    network: '目前只有同一网络里的设备能打开这个地址。',
    how: '其他设备要用，请先在配置中设置 PUBLIC_URL。',
  },
  en_US: {
    machine: 'For now only this computer can open this address.',
    network: 'For now only devices in the same network can open this address.',
    how: 'For other devices, set PUBLIC_URL in the configuration.',
  },
})
