/** One environment variable: what it is for, what holds without it, and an example for the page that lists them. */
export interface Variable {
  readonly about: string
  readonly default?: string
  readonly example?: string
  /** May also be given as a file (`NAME_FILE`); never printed. */
  readonly secret?: true
}

/** Every setting the environment may give. `.env.example` and docs/configuration.md are drawn from this table. */
export const variables = {
  PORT: { about: 'Port to listen on.', default: '8080' },
  HOST: {
    about: 'Address to listen on. Anything but loopback needs a real way to log in and PUBLIC_URL.',
    default: '127.0.0.1',
  },
  PUBLIC_URL: {
    about: 'Where people reach the service; links are made from it. By default the address it listens on.',
    example: 'https://repair.example.org',
  },
  DATA_DIR: { about: 'Folder for the database, pictures and backups.', default: './data' },
  DATABASE_URL: {
    about: 'PostgreSQL to use instead of the embedded SQLite.',
    example: 'postgres://fettle:secret@db.example.org/fettle',
    secret: true,
  },
  DATABASE_POOL: { about: 'Most connections to PostgreSQL from one node.', default: '10' },
  TEAM_TIME_ZONE: {
    about:
      "The team's IANA time zone. By default the machine's. First value only: the setting in the console wins once it is set.",
    example: 'Asia/Shanghai',
  },
  DEFAULT_LANG: {
    about: 'Language of people who have chosen none: zh_CN or en_US. First value only, like the zone.',
    default: 'zh_CN',
  },
  LOG_LEVEL: { about: 'trace, debug, info, warn, error, fatal or silent.', default: 'info' },
  WECHAT_APP_ID: {
    about: "The mini-program's app id. With the secret it turns WeChat login on and demo login off.",
    example: 'wx0123456789abcdef',
  },
  WECHAT_APP_SECRET: { about: "The mini-program's secret.", example: '0123456789abcdef0123456789abcdef', secret: true },
  WECHAT_BASE_URL: {
    about: "WeChat's server. Only tests and relays need another.",
    default: 'https://api.weixin.qq.com',
  },
  SMTP_URL: {
    about: 'Mail server for login codes; turns mail login on.',
    example: 'smtps://user:secret@mail.example.org',
    secret: true,
  },
  MAIL_FROM: { about: 'Sender of those mails.', example: 'Repair team <repair@example.org>' },
  TRUST_PROXY: {
    about: 'Proxies whose X-Forwarded-For is believed: a list of addresses or networks.',
    example: '127.0.0.1, 10.0.0.0/8',
  },
  METRICS_TOKEN: {
    about: 'Bearer token that opens /metrics from elsewhere than this machine.',
    example: 'a-long-random-text',
    secret: true,
  },
  RATE_LIMITS: { about: 'on or off; off only while listening on loopback.', default: 'on' },
  S3_ENDPOINT: {
    about:
      'S3-compatible store for pictures, instead of the folder media in DATA_DIR. The four S3_ settings go together.',
    example: 'https://s3.example.org',
  },
  S3_BUCKET: { about: 'Bucket in that store; it must exist.', example: 'fettle' },
  S3_ACCESS_KEY_ID: { about: 'Key for that store.', example: 'fettle' },
  S3_SECRET_ACCESS_KEY: { about: 'Secret of that key.', example: 'a-long-random-text', secret: true },
  BACKUP_DIR: {
    about: 'Where nightly backups go (SQLite). By default the folder backups in DATA_DIR.',
    example: '/var/backups/fettle',
  },
  BACKUP_KEEP: { about: 'How many days nightly backups are kept.', default: '14' },
} as const satisfies Record<string, Variable>

export type VariableName = keyof typeof variables
