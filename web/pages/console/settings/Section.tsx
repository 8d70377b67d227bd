import { SimpleGrid } from '@mantine/core'
import type { ReactNode } from 'react'
import { Card } from '#web/components/Card.tsx'
import { NumberField } from './fields.tsx'
import { useSettingSections } from './sections.ts'
import type { SectionName } from './setting-groups.ts'

interface Props {
  id: SectionName
  /** In place of the usual sentence. */
  about?: ReactNode
  children: ReactNode
}

/** A part of a page of settings. */
export function Section({ id, about, children }: Props) {
  const section = useSettingSections()[id]
  return (
    <Card id={id} title={section.title} about={about ?? section.about}>
      {children}
    </Card>
  )
}

interface NumbersProps<Name extends string> {
  names: readonly Name[]
  number: (name: Name) => Parameters<typeof NumberField>[0]
}

export function Numbers<Name extends string>({ names, number }: NumbersProps<Name>) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      {names.map((name) => (
        <NumberField key={name} {...number(name)} />
      ))}
    </SimpleGrid>
  )
}
