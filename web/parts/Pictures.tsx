import { ActionIcon } from '@mantine/core'
import { useRef, useState } from 'react'
import { pictureHere } from '#web/lib/picture.ts'
import { Icon } from './Icon.tsx'
import css from './pictures.module.css'
import { useTicketWords } from './ticket-words.ts'
import { useWords } from './words.ts'

/** Small pictures that become large when tapped. */
export function Pictures({ urls, name }: { urls: readonly string[]; name: (number: number) => string }) {
  const { close } = useWords()
  const { enlarge } = useTicketWords()
  const dialog = useRef<HTMLDialogElement>(null)
  const [shown, setShown] = useState<{ src: string; alt: string }>()
  const pictures = urls.flatMap((url, place) => {
    const src = pictureHere(url)
    return src ? [{ src, alt: name(place + 1) }] : []
  })
  if (pictures.length === 0) return null
  return (
    <div className={css['pictures']}>
      {pictures.map(({ src, alt }) => (
        <button
          key={src}
          type="button"
          className={css['thumb']}
          aria-label={enlarge(alt)}
          onClick={() => {
            setShown({ src, alt })
            dialog.current?.showModal()
          }}
        >
          <img src={src} alt="" loading="lazy" />
        </button>
      ))}
      {/* The browser's own dialog keeps the focus in, gives it back, and closes with Escape. */}
      <dialog ref={dialog} className={css['large']} aria-label={shown?.alt}>
        <ActionIcon
          className={css['close']}
          variant="white"
          color="dark"
          radius="xl"
          size={44}
          aria-label={close}
          onClick={() => dialog.current?.close()}
        >
          <Icon name="cross" />
        </ActionIcon>
        {shown && <img className={css['picture']} src={shown.src} alt={shown.alt} />}
      </dialog>
    </div>
  )
}
