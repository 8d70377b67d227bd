import type { ComponentProps } from 'react'

export const acceptedPictures = 'image/jpeg,image/png,image/webp,image/gif'

/** A hidden file input, opened by `ref.current.click()`. */
export function FileInput({
  onFiles,
  ...input
}: Omit<ComponentProps<'input'>, 'type' | 'hidden' | 'onChange'> & { onFiles: (files: File[]) => void }) {
  return (
    <input
      type="file"
      hidden
      {...input}
      onChange={({ currentTarget }) => {
        const files = [...(currentTarget.files ?? [])]
        // Without this the same file could not be chosen twice.
        currentTarget.value = ''
        onFiles(files)
      }}
    />
  )
}
