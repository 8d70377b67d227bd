import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { SwitchField } from '#web/components/SwitchField.tsx'
import { type KnownSettings, useSettingsForm } from '#web/components/settings-form.ts'
import { SettingsCard } from './SettingsCard.tsx'
import { useSettingsWords } from './words.ts'

export function WechatSettings({ known }: { known: KnownSettings }) {
  const words = useSettingsWords()
  const [wechat, setWechat] = useState(known.wechat)
  const form = useSettingsForm(known, { wechat }, (settings) => setWechat(settings.wechat), {})
  return (
    <SettingsCard id="wechat" title={words.wechat} about={words.wechatAbout} form={form}>
      <SwitchField
        label={words.checkContent}
        about={words.checkContentAbout}
        checked={wechat.checkContent}
        onChange={(checked) => setWechat({ ...wechat, checkContent: checked })}
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
      <SwitchField
        label={words.wechatPhone}
        about={words.wechatPhoneAbout}
        checked={wechat.phone}
        onChange={(checked) => setWechat({ ...wechat, phone: checked })}
      />
    </SettingsCard>
  )
}
