import { translated } from '#web/lib/translated.ts'

export const useNotificationWords = translated({
  zh_CN: {
    title: '此浏览器的通知',
    on: '已开启。只要在此浏览器保持登录，就会收到通知。',
    off: '未开启。',
    blocked: '浏览器已阻止本站的通知。请点击地址栏旁的图标，在网站设置中允许通知，然后重新打开本页。',
    unable: '此浏览器无法显示通知。在 iPhone 或 iPad 上，请先把本页添加到主屏幕，再从主屏幕打开。',
    turnOn: '在此浏览器通知我',
    turnOff: '关闭此浏览器的通知',
    notAllowed: '浏览器没有允许通知',
    noPushService: '浏览器的推送服务无法使用，请稍后再试，或换一个浏览器',
  },
  en_US: {
    title: 'Notifications on this browser',
    on: 'They are on. They appear as long as you are logged in here.',
    off: 'They are off.',
    blocked:
      'Your browser blocks notifications of this site. Allow them in the settings of the site, by the icon beside its address, then open this page again.',
    unable:
      'This browser cannot show notifications. On an iPhone or iPad, add this page to the home screen first, and open it from there.',
    turnOn: 'Notify me on this browser',
    turnOff: 'No more notifications here',
    notAllowed: 'Your browser did not allow notifications',
    noPushService: 'The push service of your browser does not work. Please try again later, or use another browser',
  },
})
