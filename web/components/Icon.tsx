import { type IconName, iconStrokes, strokeWidth } from '#client/icons.ts'

/** Decorative: the text beside it carries the meaning. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={iconStrokes[name]} />
    </svg>
  )
}
