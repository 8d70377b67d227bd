import { inLanguages } from '../in-languages.ts'

export const scanWords = inLanguages({
  zh_CN: {
    scan: '扫码',
    camera: '摄像头画面',
    off: {
      refused: '浏览器没有允许使用摄像头。可以在浏览器的网站设置里允许，或者直接输入标签上的编号。',
      absent: '这里没有可用的摄像头。请输入标签上的编号，扫码枪也可以。',
    },
    byHand: '编号',
    byHandAbout: '标签上印着的编号，也可以用扫码枪。',
    take: '确定',
    noTag: '这不是标签。标签上印着 T 开头的编号，例如 T1043。',
  },
  en_US: {
    scan: 'Scan',
    camera: 'Camera picture',
    off: {
      refused:
        'The browser does not allow the camera. Allow it in the browser settings for this page, or type the number on the tag.',
      absent: 'There is no camera here. Type the number on the tag, or use a barcode scanner.',
    },
    byHand: 'Number',
    byHandAbout: 'As printed on the tag. A barcode scanner works too.',
    take: 'OK',
    noTag: 'This is not a tag. A tag has a number with a T, such as T1043.',
  },
})
