import { Anchor, Center, Container, Loader, Stack, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { Link, Route, Switch } from 'wouter'
import { pages } from '#contract/pages.ts'
import { Portal } from './scenes/portal/Portal.tsx'
import { useWords } from './words/index.ts'

// The portal is what everybody loads; the rest comes when somebody goes there.
const SignIn = lazy(() => import('./scenes/portal/SignIn.tsx').then(({ SignIn: scene }) => ({ default: scene })))

export function App() {
  return (
    <Suspense fallback={<Waiting />}>
      <Switch>
        <Route path={pages.portal} component={Portal} />
        <Route path={pages.signIn} component={SignIn} />
        <Route path={pages.join} component={SignIn} />
        <Route component={NotFound} />
      </Switch>
    </Suspense>
  )
}

function Waiting() {
  const { loading } = useWords()
  return (
    <Center mih="50vh" role="status" aria-label={loading}>
      <Loader />
    </Center>
  )
}

function NotFound() {
  const { notFound, backHome } = useWords()
  return (
    <Container component="main" size="xs" py="xl">
      <Stack>
        <Text>{notFound}</Text>
        <Anchor component={Link} href={pages.portal}>
          {backHome}
        </Anchor>
      </Stack>
    </Container>
  )
}
