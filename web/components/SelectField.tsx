import { NativeSelect, type NativeSelectProps } from '@mantine/core'

interface Props<V extends string | number> extends Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> {
  value: V
  data: readonly { readonly value: V; readonly label: string }[]
  onChange: (value: V) => void
}

/** A select whose values keep their type. */
export function SelectField<V extends string | number>({ value, data, onChange, ...select }: Props<V>) {
  return (
    <NativeSelect
      {...select}
      value={value}
      data={data.map((one) => ({ value: String(one.value), label: one.label }))}
      onChange={({ currentTarget }) => {
        const chosen = data.find((one) => String(one.value) === currentTarget.value)
        if (chosen) onChange(chosen.value)
      }}
    />
  )
}
