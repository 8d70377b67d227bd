import { ActionIcon } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, type UIEvent, useRef, useState } from 'react'
import { localPictureUrl } from '#web/lib/picture.ts'
import { Icon } from './Icon.tsx'
import css from './pictures.module.css'
import { useTicketWords } from './ticket-words.ts'
import { useWords } from './words.ts'

interface Picture {
  readonly src: string
  readonly alt: string
}

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
      {/* The native dialog traps the focus, gives it back, and closes with Escape. */}
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

interface Gallery {
  readonly pictures: readonly Picture[]
  readonly shown: number
}

/** All pictures side by side: swiped on a phone, moved by buttons and arrow keys elsewhere; a tap zooms. */
function Large({ pictures, shown, show, close }: Gallery & { show: (index: number) => void; close: () => void }) {
  const words = useWords()
  const strip = useRef<HTMLDivElement>(null)
  const [zoomed, setZoomed] = useState(false)
  const go = (index: number) => {
    if (index < 0 || index >= pictures.length) return
    setZoomed(false)
    strip.current?.children[index]?.scrollIntoView({ inline: 'start' })
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') go(shown - 1)
    if (key === 'ArrowRight') go(shown + 1)
  }
  const onScroll = ({ currentTarget: { scrollLeft, clientWidth } }: UIEvent<HTMLElement>) => {
    const index = Math.round(scrollLeft / clientWidth)
    if (index === shown) return
    setZoomed(false)
    show(index)
  }
  const onStrip = (element: HTMLDivElement | null) => {
    // Scrolls to the picture that was tapped; later the user scrolls.
    if (element && !strip.current) element.children[shown]?.scrollIntoView({ inline: 'start', behavior: 'instant' })
    strip.current = element
  }
  return (
    <fieldset aria-label={pictures[shown]?.alt} onKeyDown={onKeyDown}>
      <div ref={onStrip} className={css['strip']} onScroll={onScroll}>
        {pictures.map((picture, index) => (
          <Slide
            key={picture.src}
            picture={picture}
            shown={index === shown}
            zoomed={zoomed && index === shown}
            onZoom={() => setZoomed(!zoomed)}
          />
        ))}
      </div>
      {pictures.length > 1 && <Steps pictures={pictures} shown={shown} go={go} />}
      <Control place="close" name={words.close} onClick={close}>
        <Icon name="cross" />
      </Control>
    </fieldset>
  )
}

function Steps({ pictures, shown, go }: Gallery & { go: (index: number) => void }) {
  const { previousPicture, nextPicture } = useTicketWords()
  const last = pictures.length - 1
  return (
    <>
      <Control place="previous" name={previousPicture} disabled={shown === 0} onClick={() => go(shown - 1)}>
        <span aria-hidden="true">‹</span>
      </Control>
      <Control place="next" name={nextPicture} disabled={shown === last} onClick={() => go(shown + 1)}>
        <span aria-hidden="true">›</span>
      </Control>
      <p className={css['count']} role="status">
        {shown + 1} / {pictures.length}
      </p>
    </>
  )
}

function Slide(props: { picture: Picture; shown: boolean; zoomed: boolean; onZoom: () => void }) {
  const { picture, shown, zoomed, onZoom } = props
  const { zoom } = useTicketWords()
  return (
    <div className={css['slide']} data-zoomed={zoomed}>
      <button type="button" className={css['zoom']} aria-label={zoom} tabIndex={shown ? 0 : -1} onClick={onZoom}>
        <img className={css['picture']} src={picture.src} alt={picture.alt} />
      </button>
    </div>
  )
}

const places = { previous: css['previous'] ?? '', next: css['next'] ?? '', close: css['close'] ?? '' }

function Control(props: {
  place: keyof typeof places
  name: string
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}) {
  const { place, name, disabled = false, onClick, children } = props
  return (
    <ActionIcon
      className={places[place]}
      variant="white"
      color="dark"
      radius="xl"
      size={44}
      aria-label={name}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  )
}
