import { type Lang, langs } from '#contract/languages.ts'
import { isZone } from '#kit/time.ts'
import type { EnvReaderOf, Variables } from './values.ts'

export interface TeamConfig {
  readonly zone: string
  readonly lang: Lang
}

export const teamVariables = {
  TEAM_TIME_ZONE: {
    about:
      "The team's IANA time zone. By default the machine's. First value only: once an administrator changes the setting, the setting counts.",
    example: 'Asia/Shanghai',
  },
  DEFAULT_LANG: {
    about: `Language of people who have chosen none: ${langs.join(' or ')}. First value only, like the zone.`,
    default: 'zh_CN',
  },
} as const satisfies Variables

export function readTeam(values: EnvReaderOf<typeof teamVariables>): TeamConfig {
  const zone = values.given('TEAM_TIME_ZONE') ?? Temporal.Now.timeZoneId()
  if (!isZone(zone)) values.wrong('TEAM_TIME_ZONE', `${zone} is not a time zone; an example is Asia/Shanghai`)
  return { zone, lang: values.oneOf('DEFAULT_LANG', langs) }
}
