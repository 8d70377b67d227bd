import { localPictureUrl } from '#web/lib/picture.ts'
import css from './avatar.module.css'

/** A person's picture, or the first letter of their name. Screen readers hear the name beside it. */
export function Avatar({ src, name, size = 36 }: { src: string; name: string; size?: number }) {
  const own = localPictureUrl(src)
  const style = { width: size, height: size, fontSize: size * 0.42 }
  return own && !own.endsWith('/neutral.png') ? (
    <img className={css['avatar']} src={own} alt="" style={style} loading="lazy" />
  ) : (
    <span className={css['avatar']} aria-hidden="true" style={style}>
      {[...name.trim()][0]?.toUpperCase() ?? '?'}
    </span>
  )
}
