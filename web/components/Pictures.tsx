import { ActionIcon } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import { localPictureUrl } from '#web/lib/picture.ts'
import { Icon } from './Icon.tsx'
import css from './pictures.module.css'
import { useTicketWords } from './ticket-words.ts'
import { useWords } from './words.ts'

interface Picture {
  readonly src: string
  readonly alt: string
}

/** Small pictures that become large when tapped. */
export function Pictures({ urls, name }: { urls: readonly string[]; name: (number: number) => string }) {
  const { enlarge } = useTicketWords()
  const dialog = useRef<HTMLDialogElement>(null)
  const [shown, setShown] = useState<number>()
  const pictures = urls.flatMap((url, place) => {
    const src = localPictureUrl(url)
    return src ? [{ src, alt: name(place + 1) }] : []
  })
  if (pictures.length === 0) return null
  return (
    <div className={css['pictures']}>
      {pictures.map(({ src, alt }, place) => (
        <button
          key={src}
          type="button"
          className={css['thumb']}
          aria-label={enlarge(alt)}
          onClick={() => {
            setShown(place)
            dialog.current?.showModal()
          }}
        >
          <img src={src} alt="" loading="lazy" />
        </button>
      ))}
      {/* The browser's own dialog keeps the focus in, gives it back, and closes with Escape. */}
      <dialog
        ref={dialog}
        className={css['large']}
        aria-label={shown === undefined ? '' : pictures[shown]?.alt}
        onClose={() => setShown(undefined)}
      >
        {shown !== undefined && (
          <Large pictures={pictures} shown={shown} show={setShown} close={() => dialog.current?.close()} />
        )}
      </dialog>
    </div>
  )
}

/** All pictures side by side: swiped on a phone, by buttons and arrow keys elsewhere; tapped, one is larger still. */
function Large({
  pictures,
  shown,
  show,
  close,
}: {
  pictures: readonly Picture[]
  shown: number
  show: (place: number) => void
  close: () => void
}) {
  const words = useWords()
  const { previousPicture, nextPicture, zoom } = useTicketWords()
  const strip = useRef<HTMLDivElement>(null)
  const [zoomed, setZoomed] = useState(false)
  const go = (place: number) => {
    if (place < 0 || place >= pictures.length) return
    setZoomed(false)
    strip.current?.children[place]?.scrollIntoView({ inline: 'start' })
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') go(shown - 1)
    if (key === 'ArrowRight') go(shown + 1)
  }
  return (
    <fieldset className={css['frame']} aria-label={pictures[shown]?.alt} onKeyDown={onKeyDown}>
      <div
        ref={(element) => {
          // Where it was opened; later on it is scrolled by hand.
          if (element && !strip.current)
            element.children[shown]?.scrollIntoView({ inline: 'start', behavior: 'instant' })
          strip.current = element
        }}
        className={css['strip']}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => {
          const place = Math.round(scrollLeft / clientWidth)
          if (place === shown) return
          setZoomed(false)
          show(place)
        }}
      >
        {pictures.map(({ src, alt }, place) => (
          <div key={src} className={css['slide']} data-zoomed={zoomed && place === shown}>
            <button
              type="button"
              className={css['zoom']}
              aria-label={zoom}
              tabIndex={place === shown ? 0 : -1}
              onClick={() => setZoomed(!zoomed)}
            >
              <img className={css['picture']} src={src} alt={alt} />
            </button>
          </div>
        ))}
      </div>
      {pictures.length > 1 && (
        <>
          <Step place="previous" name={previousPicture} off={shown === 0} onClick={() => go(shown - 1)} />
          <Step place="next" name={nextPicture} off={shown === pictures.length - 1} onClick={() => go(shown + 1)} />
          <p className={css['count']} role="status">
            {shown + 1} / {pictures.length}
          </p>
        </>
      )}
      <ActionIcon
        className={css['close']}
        variant="white"
        color="dark"
        radius="xl"
        size={44}
        aria-label={words.close}
        onClick={close}
      >
        <Icon name="cross" />
      </ActionIcon>
    </fieldset>
  )
}

function Step({
  place,
  name,
  off,
  onClick,
}: {
  place: 'previous' | 'next'
  name: string
  off: boolean
  onClick: () => void
}) {
  return (
    <ActionIcon
      className={place === 'previous' ? (css['previous'] ?? '') : (css['next'] ?? '')}
      variant="white"
      color="dark"
      radius="xl"
      size={44}
      aria-label={name}
      disabled={off}
      onClick={onClick}
    >
      <span aria-hidden="true">{place === 'previous' ? '‹' : '›'}</span>
    </ActionIcon>
  )
}
