import { Badge, Button, createTheme, Input, Paper, Text } from '@mantine/core'

// A finger needs 44 pixels.
const finger = '2.75rem'

/** `<Text variant="secondary">`: what stands beside or below something more important. */
const secondary = {
  color: 'var(--mantine-color-dimmed)',
  fontSize: 'var(--mantine-font-size-sm)',
  lineHeight: 'var(--mantine-line-height-sm)',
}

export const theme = createTheme({
  primaryColor: 'cyan',
  primaryShade: 9,
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif',
  headings: { fontWeight: '650' },
  components: {
    Badge: Badge.extend({ styles: { root: { textTransform: 'none' } } }),
    Button: Button.extend({ vars: () => ({ root: { '--button-height': finger } }) }),
    Input: Input.extend({ defaultProps: { size: 'md' } }),
    InputWrapper: Input.Wrapper.extend({ defaultProps: { size: 'sm' } }),
    Paper: Paper.extend({ defaultProps: { radius: 'md' } }),
    Text: Text.extend({ styles: (_, { variant }) => (variant === 'secondary' ? { root: secondary } : {}) }),
  },
})
