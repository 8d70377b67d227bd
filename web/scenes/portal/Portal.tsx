import { Container, Title } from '@mantine/core'
import { useTeam } from '../../api.ts'
import { Frame } from '../../parts/Frame.tsx'
import { useWords } from '../../words/index.ts'

export function Portal() {
  const words = useWords()
  const team = useTeam()
  return (
    <Frame>
      <Container component="main" size="xs" py="md">
        <Title order={1}>{team.data?.name || words.appName}</Title>
      </Container>
    </Frame>
  )
}
