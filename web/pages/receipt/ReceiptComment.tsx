import { useState } from 'react'
import { useAction } from '#web/components/action.ts'
import { TextField } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { useIdempotentCall } from '#web/components/idempotent-call.ts'
import { useOwnerWords } from '#web/components/owner/words.ts'
import { useTicketWords } from '#web/components/ticket-words.ts'
import { api, invalidate } from '#web/data/api.ts'
import { storedDraft } from '#web/lib/stored-text.ts'

export function ReceiptComment({ receipt, id }: { receipt: string; id: number }) {
  const owner = useOwnerWords()
  const words = useTicketWords()
  const [stored] = useState(() => storedDraft(sessionStorage, `comment.${id}`))
  const [content, setContent] = useState(() => stored.get() ?? '')
  const write = (text: string) => {
    setContent(text)
    stored.set(text || undefined)
  }
  const comment = useIdempotentCall(api.receipts.comment)
  const send = useAction({
    work: () => comment({ receipt, content: content.trim() }),
    toast: words.sent,
    onSuccess: () => write(''),
    onSettled: () => invalidate('receipts'),
    fields: { content: owner.comment },
  })
  return (
    <Form action={send} submit={words.send} onSubmit={() => send.submit()}>
      <TextField
        action={send}
        name="content"
        value={content}
        onText={write}
        placeholder={owner.commentAbout}
        rows={2}
      />
    </Form>
  )
}
