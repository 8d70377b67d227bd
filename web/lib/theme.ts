import { Badge, Button, createTheme, Input, Paper, Text, Title } from '@mantine/core'
import { accent } from '#contract/team/accent.ts'

// 44 pixels, for fingers.
const finger = '2.75rem'

// The background is nearly black (9); each layer on it is lighter: cards (7), inputs (6), lines (4).
const dark = [
  '#dae1e4',
  '#b4c0c6',
  '#84929a',
  '#6a7981',
  '#3d4a51',
  '#34414a',
  '#273137',
  '#1a2124',
  '#131a1d',
  '#0b1012',
] as const

// From the tint of chosen things (1) over links on dark ground (4) to the accent.
const teal = [
  '#eef8f9',
  '#d9f0f3',
  '#bfe2e7',
  '#8fd0da',
  '#5fbdca',
  '#3a9eae',
  '#238596',
  '#156f80',
  '#0e6171',
  accent,
] as const

const secondary = {
  color: 'var(--mantine-color-dimmed)',
  fontSize: 'var(--mantine-font-size-sm)',
  lineHeight: 'var(--mantine-line-height-sm)',
}

export const theme = createTheme({
  colors: { dark, teal },
  primaryColor: 'teal',
  primaryShade: 9,
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif',
  headings: { fontWeight: '650' },
  components: {
    Badge: Badge.extend({
      defaultProps: { variant: 'light', size: 'lg' },
      styles: { root: { textTransform: 'none' } },
    }),
    Button: Button.extend({ vars: () => ({ root: { '--button-height': finger } }) }),
    Input: Input.extend({ defaultProps: { size: 'md' } }),
    InputWrapper: Input.Wrapper.extend({
      defaultProps: { size: 'sm' },
      vars: () => ({
        label: {},
        error: {},
        success: {},
        description: { '--input-description-size': 'var(--mantine-font-size-sm)' },
      }),
    }),
    Paper: Paper.extend({ defaultProps: { radius: 'md' } }),
    Title: Title.extend({ defaultProps: { order: 2, size: 'h4' } }),
    Text: Text.extend({ styles: (_, { variant }) => (variant === 'secondary' ? { root: secondary } : {}) }),
  },
})
