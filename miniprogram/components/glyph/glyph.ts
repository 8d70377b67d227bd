import { type IconName, iconSvg } from '#client/icons.ts'

/** A decorative icon in the colour of the text: a mask needs no file for each colour. */
Component({
  options: { virtualHost: true },
  properties: { name: { type: String, value: '' } },
  data: { style: '' },
  observers: {
    name(name: IconName | '') {
      const mask = name && `url("data:image/svg+xml,${encodeURIComponent(iconSvg(name, '#000'))}")`
      this.setData({ style: mask && `-webkit-mask-image:${mask};mask-image:${mask}` })
    },
  },
})
