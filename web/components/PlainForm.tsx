import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: () => void }

/** A form that the page handles itself. Only the service's messages are shown, not the browser's own. */
export const PlainForm = ({ onSubmit, ...props }: Props) => (
  <form
    {...props}
    noValidate
    onSubmit={(event) => {
      event.preventDefault()
      // React sends events through a portal: a form around it would be submitted as well.
      event.stopPropagation()
      onSubmit()
    }}
  />
)
