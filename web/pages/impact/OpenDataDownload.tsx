import { Anchor, Button, Group, Text } from '@mantine/core'
import { useAction } from '#web/components/action.ts'
import { ActionButton } from '#web/components/buttons.tsx'
import { Card } from '#web/components/Card.tsx'
import { ErrorAlert } from '#web/components/errors.tsx'
import { Icon } from '#web/components/Icon.tsx'
import { api } from '#web/data/api.ts'
import { download } from '#web/lib/download.ts'
import type { ImpactData } from './ImpactFigures.tsx'
import { useImpactWords } from './words.ts'

const licence = { name: 'CC BY-SA 4.0', link: 'https://creativecommons.org/licenses/by-sa/4.0/' }
const standard = 'https://standard.openrepair.org/'

export function OpenDataDownload({ of }: { of: ImpactData }) {
  const words = useImpactWords()
  const take = useAction({
    work: () => api.impact.data(),
    toast: words.downloaded,
    onSuccess: (text) => download('open-repair-data.csv', 'text/csv;charset=utf-8', text),
  })
  return (
    <>
      <Card title={words.method}>
        <Text>{words.few}</Text>
        {of.kept.devices > 0 && (
          <Text>
            {words.weight(of.kept.devices)} <OutsideLink href={of.kept.link}>{of.kept.source}</OutsideLink>
          </Text>
        )}
      </Card>
      <div className="no-print">
        <Card title={words.data}>
          {of.file ? (
            <Text>
              {words.dataAbout} <OutsideLink href={licence.link}>{licence.name}</OutsideLink>
            </Text>
          ) : (
            <Text>{words.noCountry}</Text>
          )}
          <ErrorAlert>{take.formError}</ErrorAlert>
          <Group>
            {of.file && (
              <ActionButton action={take} leftSection={<Icon name="down" />}>
                {words.download}
              </ActionButton>
            )}
            <Button component="a" href={standard} target="_blank" rel="noreferrer" variant="subtle">
              {words.standard}
            </Button>
          </Group>
        </Card>
      </div>
    </>
  )
}

function OutsideLink({ href, children }: { href: string; children: string }) {
  return (
    <Anchor href={href} target="_blank" rel="noreferrer" inherit underline="always">
      {children}
    </Anchor>
  )
}
