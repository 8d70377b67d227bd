import { translated } from '#web/lib/translated.ts'

export const useReachWords = translated({
  zh_CN: {
    machine: '手机还打不开 Fettle',
    how: '目前只有这台电脑能打开。请停止 Fettle，再用下面的命令启动，同一网络里的手机就能打开了。',
    copyCommand: '复制命令',
    network: '目前只有同一网络里的设备能打开这个地址。',
  },
  en_US: {
    machine: 'Phones cannot open Fettle yet',
    how: 'For now, only this computer can. Stop Fettle and start it with this command. Then phones on the same network can open it.',
    copyCommand: 'Copy command',
    network: 'For now, only devices on the same network can open this address.',
  },
})
