import { translated } from '#web/lib/translated.ts'

export const useNotificationWords = translated({
  zh_CN: {
    title: '这个浏览器的通知',
    on: '已开启。只要在这个浏览器保持登录，就会收到通知。',
    off: '有消息时，在这台设备上提醒你。',
    blocked: '浏览器已阻止本站的通知。请点击地址栏旁的图标，在网站设置中允许通知，然后重新打开本页。',
    unable: '这个浏览器不能显示通知。在 iPhone 或 iPad 上，请先把本页添加到主屏幕，再从主屏幕打开。',
    turnOn: '在这个浏览器通知我',
    turnOff: '关闭这个浏览器的通知',
    notAllowed: '浏览器没有允许通知',
    noPushService: '浏览器的推送服务无法使用，请稍后再试，或换一个浏览器',
  },
  en_US: {
    title: 'Notifications in this browser',
    on: 'On. You get notifications as long as you stay logged in here.',
    off: 'We notify you on this device when there is news.',
    blocked:
      'Your browser blocks notifications from this site. Click the icon beside the address, allow notifications, then open this page again.',
    unable:
      'This browser cannot show notifications. On an iPhone or iPad, add this page to the home screen first, and open it from there.',
    turnOn: 'Notify me in this browser',
    turnOff: 'Stop notifications in this browser',
    notAllowed: 'Your browser did not allow notifications',
    noPushService: 'The push service of your browser does not work. Please try again later, or use another browser',
  },
})
