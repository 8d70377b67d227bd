import { type Lang, langs } from '#contract/languages.ts'
import type { FieldInfo } from '#web/components/action.ts'
import { Field } from '#web/components/Form.tsx'

type Texts = Readonly<Record<Lang, string>>

interface Props {
  form: FieldInfo
  /** The name of the setting; the fields are called `name.zh_CN` and so on. */
  name: string
  texts: Texts
  change: (texts: Record<Lang, string>) => void
  languages?: readonly Lang[]
  /** Shown at the first field. */
  about?: string
  maxLength?: number
}

/** One field for each language. */
export function LanguageFields({ form, name, texts, change, languages = langs, about, maxLength }: Props) {
  return languages.map((lang, i) => (
    <Field
      key={lang}
      action={form}
      name={`${name}.${lang}`}
      value={texts[lang]}
      onText={(text) => change({ ...texts, [lang]: text })}
      {...(i === 0 && about ? { about } : {})}
      {...(maxLength ? { maxLength } : {})}
      autoComplete="off"
    />
  ))
}
