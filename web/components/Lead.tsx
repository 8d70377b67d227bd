import type { ReactNode } from 'react'

/** A text and what continues it. Full-width punctuation brings its own space. */
export function Lead({ text, children }: { text: string; children: ReactNode }) {
  return (
    <>
      {text}
      {!/[。，、：；！？）]$/.test(text) && ' '}
      {children}
    </>
  )
}
