import { Button, Progress, Text } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { IconButton } from './buttons.tsx'
import { acceptedPictures, FileInput } from './FileInput.tsx'
import { Icon } from './Icon.tsx'
import type { Photo, PhotoList } from './photo-list.ts'
import css from './photos.module.css'
import { useRefusal } from './refusal-words.ts'
import { useTicketWords } from './ticket-words.ts'
import { useWords } from './words.ts'

export type ShownPhotos = Pick<PhotoList, 'photos' | 'add' | 'again' | 'remove'>

interface Props {
  of: ShownPhotos
  /** Instead of “Photos”. */
  title?: string
  /** Takes little space while it is empty. */
  low?: boolean
  /** A second button that takes photos with a camera. */
  camera?: { readonly label: string; open(): void }
}

export function Photos({ of, title, camera, low = false }: Props) {
  const words = useTicketWords()
  const input = useRef<HTMLInputElement>(null)
  const label = useId()
  const full = of.photos.length >= limits.pictures
  return (
    <fieldset aria-labelledby={label}>
      <Text id={label} size="sm" fw={600}>
        {title ?? words.photos}
      </Text>
      <Text size="sm" c="dimmed" mb={6}>
        {words.photoHint(limits.pictures)}
      </Text>
      <ul className={css['photos']} data-low={low && of.photos.length === 0}>
        {of.photos.map((photo, place) => (
          <Tile key={photo.id} photo={photo} number={place + 1} of={of} />
        ))}
        {!full && camera && (
          <li>
            <button type="button" className={css['add']} onClick={camera.open}>
              <Icon name="camera" size={24} />
              {camera.label}
            </button>
          </li>
        )}
        {!full && (
          <li>
            <button type="button" className={css['add']} onClick={() => input.current?.click()}>
              <Icon name={camera ? 'plus' : 'camera'} size={24} />
              {words.addPhoto}
            </button>
          </li>
        )}
      </ul>
      <FileInput ref={input} multiple accept={acceptedPictures} onFiles={of.add} />
    </fieldset>
  )
}

function Tile({ photo, number, of }: { photo: Photo; number: number; of: ShownPhotos }) {
  const words = useTicketWords()
  const { retry } = useWords()
  const refusal = useRefusal()
  const { failure, url, progress, preview, held = false } = photo
  const uploading = !url && !failure && !held
  // False for a file that the browser cannot show as a picture.
  const [seen, setSeen] = useState(preview !== '')
  const percent = Math.round(progress * 100)
  const cut = failure?.status === 0
  const gone = failure?.flaw === 'not_my_picture'
  const refused = () => failure && refusal(failure, () => words.photo(number))
  const sentence = cut ? words.cutOff : gone ? words.photoGone(number) : refused()
  return (
    <li aria-busy={uploading}>
      <div className={css['tile']}>
        {seen ? (
          <img src={preview} alt={words.photo(number)} data-dim={!url && !held} onError={() => setSeen(false)} />
        ) : (
          <span className={css['unseen']}>{words.photo(number)}</span>
        )}
        <IconButton
          icon="cross"
          label={words.removePhoto(number)}
          className={css['remove'] ?? ''}
          variant="white"
          color="dark"
          radius="xl"
          onClick={() => of.remove(photo.id)}
        />
        {uploading && (
          <Progress className={css['progress'] ?? ''} value={percent} aria-label={words.uploading(percent)} />
        )}
      </div>
      {failure && (
        <Text size="xs" c="red" mt={4} role="alert">
          {sentence}
        </Text>
      )}
      {cut && (
        <Button variant="default" fullWidth mt={4} px={4} onClick={() => of.again(photo.id)}>
          {retry}
        </Button>
      )}
    </li>
  )
}
