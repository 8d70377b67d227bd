import { Alert, Button, Container, Stack, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { pages } from '#contract/pages.ts'
import { api } from '../../api.ts'
import { Frame } from '../../parts/Frame.tsx'
import { session } from '../../session.ts'
import { useWords } from '../../words/index.ts'

export function SignIn() {
  const words = useWords()
  const [, go] = useLocation()
  const [code, setCode] = useState('')
  const login = useMutation({
    mutationFn: () => api.session.login({ code }),
    onSuccess: ({ token }) => {
      session.set(token)
      go(pages.portal)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    login.mutate()
  }
  return (
    <Frame>
      <Container component="main" size="xs" py="md">
        <form onSubmit={submit}>
          <Stack>
            <Title order={1}>{words.nav.signIn}</Title>
            {login.error && <Alert color="red">{login.error.message}</Alert>}
            <TextInput label="code" value={code} onChange={(event) => setCode(event.currentTarget.value)} required />
            <Button type="submit" loading={login.isPending}>
              {words.nav.signIn}
            </Button>
          </Stack>
        </form>
      </Container>
    </Frame>
  )
}
