import { NativeSelect, Switch } from '@mantine/core'
import { useState } from 'react'
import { type KnownSettings, useSettingsForm } from '#web/components/settings-form.ts'
import { SettingsCard } from './SettingsCard.tsx'
import { useSettingsWords } from './words.ts'

export function WechatSettings({ known }: { known: KnownSettings }) {
  const words = useSettingsWords()
  const [wechat, setWechat] = useState(known.wechat)
  const keep = useSettingsForm(known, { wechat }, (settings) => setWechat(settings.wechat), {})
  return (
    <SettingsCard id="wechat" title={words.wechat} about={words.wechatAbout} form={keep}>
      <Switch
        size="md"
        label={words.checkContent}
        description={words.checkContentAbout}
        checked={wechat.checkContent}
        onChange={(event) => setWechat({ ...wechat, checkContent: event.currentTarget.checked })}
      />
      {wechat.checkContent && (
        <NativeSelect
          label={words.whenUnchecked}
          value={wechat.whenUnchecked}
          data={[
            { value: 'let_through', label: words.letThrough },
            { value: 'refuse', label: words.refuse },
          ]}
          onChange={({ currentTarget: { value } }) =>
            setWechat({ ...wechat, whenUnchecked: value === 'refuse' ? 'refuse' : 'let_through' })
          }
        />
      )}
      <Switch
        size="md"
        label={words.wechatPhone}
        description={words.wechatPhoneAbout}
        checked={wechat.phone}
        onChange={(event) => setWechat({ ...wechat, phone: event.currentTarget.checked })}
      />
    </SettingsCard>
  )
}
