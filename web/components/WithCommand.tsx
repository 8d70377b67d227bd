import { Fragment } from 'react'

/** A text whose commands stay on one line, so that they are read as they are typed. */
export function WithCommand({ text }: { text: string }) {
  return text.split(/(npm run fettle -- [a-z]+|npm start -- --[a-z]+)/).map((part, i) =>
    i % 2 === 0 ? (
      <Fragment key={part}>{part}</Fragment>
    ) : (
      <span key={part} style={{ whiteSpace: 'nowrap' }}>
        {part}
      </span>
    ),
  )
}
