import { translated } from '#web/lib/translated.ts'

export const useCameraWords = translated({
  zh_CN: {
    photos: '照片（选填）',
    open: '拍照',
    title: '拍照',
    camera: '摄像头画面',
    take: '拍下',
    taken: (count: number) => `已拍 ${count} 张`,
    done: '完成',
    refused: '浏览器没有允许使用摄像头。可以在浏览器的网站设置里允许，或者选择一张照片。',
    absent: '这里没有可用的摄像头。请选择一张照片。',
    choose: '选择照片',
  },
  en_US: {
    photos: 'Photos (optional)',
    open: 'Take a photo',
    title: 'Take a photo',
    camera: 'Camera picture',
    take: 'Take photo',
    taken: (count) => (count === 1 ? '1 photo taken' : `${count} photos taken`),
    done: 'Done',
    refused: 'The browser does not allow the camera. Allow it in the browser settings for this page, or choose a file.',
    absent: 'There is no camera here. Choose a file.',
    choose: 'Choose a file',
  },
})
