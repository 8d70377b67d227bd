import { Center, Loader } from '@mantine/core'
import { useWords } from './words.ts'

export function Loading() {
  const { loading } = useWords()
  return (
    <Center mih="40vh" role="status" aria-label={loading}>
      <Loader />
    </Center>
  )
}
