import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { ConfigError, describeConfig, type Environment, readConfig } from '#config/config.ts'
import { variables } from '#config/variables.ts'

const wechat = { WECHAT_APP_ID: 'wx1', WECHAT_APP_SECRET: 'wechat-secret' }
const mail = { SMTP_URL: 'smtps://user:smtp-password@mail.example.org', MAIL_FROM: 'Repair team <repair@example.org>' }
const demo = { DEMO_LOGIN: 'on' }
const server = { HOST: '0.0.0.0', PUBLIC_URL: 'https://repair.example.org' }

const template = { id: 'AT0002', kinds: ['ready'], fields: { thing1: 'device', time2: 'time' } }
const templates = (other: object = {}) => JSON.stringify([{ ...template, ...other }])

function problems(env: Environment): readonly string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.problems
  }
}

test('without settings every value has a default, and people log in as guests', () => {
  const config = readConfig({})
  assert.deepEqual([config.http.host, config.http.port], ['127.0.0.1', 8080])
  assert.equal(config.http.publicUrl, 'http://127.0.0.1:8080')
  assert.equal(config.dataDir, resolve('data'))
  assert.deepEqual(config.database, {
    kind: 'sqlite',
    file: resolve('data/fettle.db'),
    backups: { dir: resolve('data/backups'), keepDays: 14 },
  })
  assert.deepEqual(config.external, { system: { kind: 'file' }, chosen: false, phone: false, giveUpHours: 24 })
  const { database } = readConfig({ BACKUP_DIR: 'elsewhere', BACKUP_KEEP: '3' })
  assert.deepEqual(database, { ...config.database, backups: { dir: resolve('elsewhere'), keepDays: 3 } })
  assert.deepEqual([config.miniProgram, config.guestLogin], [undefined, true])
  assert.deepEqual([config.mail, config.team.lang, config.logLevel], [undefined, 'zh_CN', 'info'])
})

test('every environment variable is read without surrounding blanks, and an empty one counts as unset', () => {
  const config = readConfig({
    ...server,
    ...wechat,
    ...mail,
    PORT: ' 80 ',
    PUBLIC_URL: 'https://repair.example.org/fettle/',
    DATABASE_URL: 'postgres://fettle:db-password@db.example.org/fettle',
    DATABASE_POOL: '3',
    TEAM_TIME_ZONE: 'Asia/Shanghai',
    DEFAULT_LANG: 'en_US',
    LOG_LEVEL: '',
    WECHAT_PUSH_TOKEN: ' Zk3vQ9xTn4 ',
    WECHAT_PUSH_KEY: 'x'.repeat(43),
    TRUST_PROXY: '10.0.0.0/8, ::1',
    ALLOWED_ORIGINS: 'https://www.example.org , http://localhost:3000',
    METRICS_TOKEN: 'metrics-secret',
  })
  assert.deepEqual(config.http, {
    host: '0.0.0.0',
    port: 80,
    publicUrl: 'https://repair.example.org/fettle',
    trustProxy: ['10.0.0.0/8', '::1'],
    allowedOrigins: ['https://www.example.org', 'http://localhost:3000'],
    metricsToken: 'metrics-secret',
    rateLimits: true,
    local: false,
  })
  assert.deepEqual(config.database, {
    kind: 'postgres',
    url: 'postgres://fettle:db-password@db.example.org/fettle',
    pool: 3,
    prepared: true,
  })
  assert.deepEqual(config.miniProgram, {
    kind: 'wechat',
    appId: 'wx1',
    secret: 'wechat-secret',
    baseUrl: 'https://api.weixin.qq.com',
    templates: [],
    push: { token: 'Zk3vQ9xTn4', key: 'x'.repeat(43) },
  })
  assert.deepEqual(config.push, { service: undefined })
  assert.deepEqual(config.mail, { url: mail.SMTP_URL, from: mail.MAIL_FROM })
  assert.deepEqual([config.team, config.logLevel], [{ zone: 'Asia/Shanghai', lang: 'en_US' }, 'info'])
})

test('WeChat templates are read from the configuration', () => {
  const page = 'pages/ticket/ticket?id={number}'
  const { miniProgram } = readConfig({ ...wechat, WECHAT_TEMPLATES: JSON.stringify([{ ...template, page }]) })
  assert.ok(miniProgram?.kind === 'wechat')
  assert.deepEqual(miniProgram.templates, [{ ...template, page }])
  const twice = problems({ ...wechat, WECHAT_TEMPLATES: JSON.stringify([template, template]) })
  assert.deepEqual(twice, ['WECHAT_TEMPLATES template 2 has the id of another'])
})

const wrong: readonly [what: string, env: Environment, told: RegExp][] = [
  ['a port that is not a number', { PORT: 'http' }, /^PORT must be a whole number/],
  ['a port that is too big', { PORT: '65536' }, /^PORT must be a whole number/],
  ['a port in hexadecimal', { PORT: '0x50' }, /^PORT must be a whole number/],
  ['a URL as host', { HOST: 'http://127.0.0.1' }, /^HOST is neither/],
  ['a public address that is not a URL', { PUBLIC_URL: 'repair.example.org' }, /^PUBLIC_URL must be a URL/],
  ['a public address with another scheme', { PUBLIC_URL: 'ftp://repair.example.org' }, /^PUBLIC_URL must be a URL/],
  ['a public address with a query', { PUBLIC_URL: 'http://localhost/?a=1' }, /^PUBLIC_URL must not have a query/],
  ['a public address with a password', { PUBLIC_URL: 'http://a:hush@localhost/' }, /^PUBLIC_URL must not have/],
  [
    'a webhook secret that is too short',
    { EXTERNAL: 'webhook', EXTERNAL_URL: 'https://tickets.example.org', EXTERNAL_TOKEN: 'whsec_aGVsbG8=' },
    /^EXTERNAL_TOKEN must be secrets/,
  ],
  [
    'a webhook without https',
    {
      EXTERNAL: 'webhook',
      EXTERNAL_URL: 'http://tickets.example.org',
      EXTERNAL_TOKEN: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    },
    /^EXTERNAL_URL must be a URL that begins with https:/,
  ],
  ['templates that are not JSON', { ...wechat, WECHAT_TEMPLATES: '{id}' }, /^WECHAT_TEMPLATES must be a JSON list/],
  ['templates without WeChat', { WECHAT_TEMPLATES: templates() }, /^WECHAT_TEMPLATES also needs WECHAT_APP_ID/],
  [
    'a template without an id',
    { ...wechat, WECHAT_TEMPLATES: templates({ id: '' }) },
    /^WECHAT_TEMPLATES template 1 needs/,
  ],
  [
    'a template for no kind of message',
    { ...wechat, WECHAT_TEMPLATES: templates({ kinds: [] }) },
    /template 1 needs kinds, a list of/,
  ],
  [
    'a template for an unknown kind of message',
    { ...wechat, WECHAT_TEMPLATES: templates({ kinds: ['done'] }) },
    /template 1 needs kinds/,
  ],
  ['a template without fields', { ...wechat, WECHAT_TEMPLATES: templates({ fields: {} }) }, /template 1 needs fields/],
  [
    'a template that asks for a phone',
    { ...wechat, WECHAT_TEMPLATES: templates({ fields: { phone_number1: 'number' } }) },
    /template 1 has a field "phone_number1": a name is one of thing,/,
  ],
  [
    'a template field with an unknown value',
    { ...wechat, WECHAT_TEMPLATES: templates({ fields: { thing1: 'phone' } }) },
    /template 1 has a field "thing1" that is not one of number, device,/,
  ],
  [
    'a template page outside the mini-program',
    { ...wechat, WECHAT_TEMPLATES: templates({ page: '/pages' }) },
    /template 1 has a page that is no/,
  ],
  [
    'an unknown key in a template',
    { ...wechat, WECHAT_TEMPLATES: templates({ pages: '' }) },
    /template 1 has "pages", which/,
  ],
  [
    'browser notifications without https',
    { ...wechat, HOST: '::', PUBLIC_URL: 'http://repair.example.org', WEB_PUSH: 'on' },
    /^WEB_PUSH is on, but browsers allow it only where PUBLIC_URL begins with https:/,
  ],
  ['a public host without a public address', { HOST: '0.0.0.0', ...wechat }, /^PUBLIC_URL must say where/],
  ['demo login on a public host', { ...server, ...demo }, /^DEMO_LOGIN may be on only while HOST is loopback/],
  [
    'the demo login on all addresses of the machine',
    { ...demo, HOST: '::', PUBLIC_URL: 'http://127.0.0.1' },
    /^DEMO_LOGIN may be on/,
  ],
  [
    'the demo login at a host name that looks like loopback',
    { ...demo, PUBLIC_URL: 'http://127.evil.example.org' },
    /^DEMO_LOGIN may be on/,
  ],
  ['demo login behind a public address', { ...demo, PUBLIC_URL: server.PUBLIC_URL }, /^DEMO_LOGIN may be on only/],
  [
    'demo login beside WeChat',
    { ...demo, ...wechat },
    /^DEMO_LOGIN cannot be on together with another login.+: remove WECHAT_APP_ID/,
  ],
  [
    'demo login beside mail',
    { ...demo, ...mail },
    /^DEMO_LOGIN cannot be on together with another login.+: remove SMTP_URL/,
  ],
  [
    'demo login beside CAS',
    { ...demo, CAS_URL: 'https://cas.example.edu' },
    /^DEMO_LOGIN cannot be on together with another login.+CAS_URL/,
  ],
  ['DEMO_LOGIN set to yes', { DEMO_LOGIN: 'yes' }, /^DEMO_LOGIN must be one of off, on/],
  ['GUEST_LOGIN set to yes', { GUEST_LOGIN: 'yes' }, /^GUEST_LOGIN must be one of auto, on, off/],
  ['no way to log in', { GUEST_LOGIN: 'off' }, /^GUEST_LOGIN is off and no other login is configured, so no one/],
  [
    'rate limits off behind a proxy on this machine',
    { PUBLIC_URL: server.PUBLIC_URL, RATE_LIMITS: 'off' },
    /^RATE_LIMITS may/,
  ],
  ['rate limits off on a public host', { ...server, ...wechat, RATE_LIMITS: 'off' }, /^RATE_LIMITS may be off only/],
  ['rate limits neither on nor off', { RATE_LIMITS: 'no' }, /^RATE_LIMITS must be one of/],
  ['a trusted proxy given by name', { TRUST_PROXY: 'nginx' }, /^TRUST_PROXY nginx is neither/],
  ['an invalid network of trusted proxies', { TRUST_PROXY: '10.0.0.0/33' }, /^TRUST_PROXY 10.0.0.0\/33 is neither/],
  ['every address as a trusted proxy', { TRUST_PROXY: '0.0.0.0/0' }, /^TRUST_PROXY 0.0.0.0\/0 is neither/],
  [
    'a network of trusted proxies with two sizes',
    { TRUST_PROXY: '10.0.0.0/8/8' },
    /^TRUST_PROXY 10.0.0.0\/8\/8 is neither/,
  ],
  [
    'a page instead of an origin',
    { ALLOWED_ORIGINS: 'https://www.example.org/' },
    /^ALLOWED_ORIGINS .* is not an origin/,
  ],
  ['every origin allowed', { ALLOWED_ORIGINS: '*' }, /^ALLOWED_ORIGINS \* is not an origin/],
  [
    'an allowed origin that is not http',
    { ALLOWED_ORIGINS: 'ftp://example.org' },
    /^ALLOWED_ORIGINS ftp.* is not an origin/,
  ],
  ['TRUST_PROXY set to true', { TRUST_PROXY: 'true' }, /^TRUST_PROXY true is neither/],
  ['a database other than PostgreSQL', { DATABASE_URL: 'mysql://a:hush@b/c' }, /^DATABASE_URL must be a URL/],
  ['a database given as key-value pairs', { DATABASE_URL: 'host=db password=hush' }, /^DATABASE_URL must be a URL/],
  ['a database without a host', { DATABASE_URL: 'postgres:///fettle' }, /^DATABASE_URL must be a URL/],
  ['a database without a name', { DATABASE_URL: 'postgres://a:hush@b/' }, /^DATABASE_URL must name a database/],
  ['DATABASE_PREPARED set to yes', { DATABASE_PREPARED: 'yes' }, /^DATABASE_PREPARED must be one of on, off/],
  ['a connection pool of size 0', { DATABASE_POOL: '0' }, /^DATABASE_POOL must be a whole number/],
  ['an unknown time zone', { TEAM_TIME_ZONE: 'Asia/Peking' }, /^TEAM_TIME_ZONE Asia\/Peking is not a time zone/],
  ['an offset instead of a time zone', { TEAM_TIME_ZONE: '+08:00' }, /^TEAM_TIME_ZONE \+08:00 is not a time zone/],
  ['an unknown language', { DEFAULT_LANG: 'zh-CN' }, /^DEFAULT_LANG must be one of zh_CN, en_US/],
  ['an unknown log level', { LOG_LEVEL: 'verbose' }, /^LOG_LEVEL must be one of/],
  ['a WeChat app id without its secret', { WECHAT_APP_ID: 'wx1' }, /^WECHAT_APP_ID also needs WECHAT_APP_SECRET/],
  ['a WeChat app secret without its id', { WECHAT_APP_SECRET: 'hush' }, /^WECHAT_APP_SECRET also needs WECHAT_APP_ID/],
  ['a push token without WeChat', { WECHAT_PUSH_TOKEN: 'Zk3vQ9xTn4' }, /^WECHAT_PUSH_TOKEN also needs WECHAT_APP_ID/],
  ['a push token with signs', { ...wechat, WECHAT_PUSH_TOKEN: 'a-b_c' }, /^WECHAT_PUSH_TOKEN must be 3 to 32 letters/],
  [
    'a push key without a push token',
    { ...wechat, WECHAT_PUSH_KEY: 'x'.repeat(43) },
    /^WECHAT_PUSH_KEY also needs WECHAT_PUSH_TOKEN/,
  ],
  ['a short push key', { ...wechat, WECHAT_PUSH_TOKEN: 'abc', WECHAT_PUSH_KEY: 'x' }, /^WECHAT_PUSH_KEY must be 43/],
  [
    'a WeChat address that is not a URL',
    { ...wechat, WECHAT_BASE_URL: 'api.weixin.qq.com' },
    /^WECHAT_BASE_URL must be a URL/,
  ],
  ['a mail server without a sender', { SMTP_URL: 'smtp://localhost' }, /^SMTP_URL also needs MAIL_FROM/],
  ['a sender without a mail server', { MAIL_FROM: 'a@example.org' }, /^MAIL_FROM also needs SMTP_URL/],
  [
    'a mail server with the address of a website',
    { ...mail, SMTP_URL: 'https://u:hush@mail' },
    /^SMTP_URL must be a URL/,
  ],
  ['a mail server without a host', { ...mail, SMTP_URL: 'smtp://' }, /^SMTP_URL must be a URL/],
  [
    'a sender that is not an email address',
    { ...mail, MAIL_FROM: 'Repair team' },
    /^MAIL_FROM must be an email address/,
  ],
  [
    'a sender with a header',
    { ...mail, MAIL_FROM: 'a\nBcc: b <a@example.org>' },
    /^MAIL_FROM must be an email address/,
  ],
  ['no backups kept', { BACKUP_KEEP: '0' }, /^BACKUP_KEEP must be a whole number/],
  ['a secret file that is not there', { METRICS_TOKEN_FILE: '/no/such/file' }, /^METRICS_TOKEN cannot be read/],
  ['a secret file that is a folder', { METRICS_TOKEN_FILE: tmpdir() }, /^METRICS_TOKEN cannot be read/],
  [
    'a secret given twice',
    { METRICS_TOKEN: 'hush', METRICS_TOKEN_FILE: '/no' },
    /^METRICS_TOKEN and METRICS_TOKEN_FILE are/,
  ],
  [
    'a letter missing in a variable',
    { DATABSE_URL: 'postgres://a:hush@b/c' },
    /^DATABSE_URL is not a setting. Did you mean DATABASE_URL/,
  ],
  ['letters swapped in a variable', { MAIL_FORM: 'a@b' }, /^MAIL_FORM is not a setting. Did you mean MAIL_FROM/],
  [
    'an underscore missing in a variable',
    { WECHAT_APPID: 'wx1' },
    /^WECHAT_APPID is not a setting. Did you mean WECHAT_APP_ID/,
  ],
  ['a variable in small letters', { log_level: 'info' }, /^log_level is not a setting. Did you mean LOG_LEVEL/],
  [
    'a misspelt variable of a secret file',
    { METRICS_TOKEN_FILES: '/a' },
    /^METRICS_TOKEN_FILES is not a setting. Did you mean METRICS_TOKEN_FILE/,
  ],
]

for (const [what, env, told] of wrong) {
  test(`a configuration with ${what} is refused`, () => {
    const all = problems(env)
    assert.equal(all.length, 1, all.join('\n'))
    assert.match(all[0] ?? '', told)
    assert.doesNotMatch(all[0] ?? '', /hush|smtp-password|wechat-secret/)
  })
}

test('all mistakes of a configuration are reported in one message', () => {
  const all = problems({
    PORT: 'x',
    LOG_LEVEL: 'x',
    TEAM_TIME_ZONE: 'x',
    WECHAT_APP_ID: 'x',
    BACKUP_KEEP: 'x',
    HOST: '::',
  })
  assert.equal(all.length, 6, all.join('\n'))
})

test('variables of other programs are ignored', () => {
  const others = {
    PATH: '/bin',
    HOSTNAME: 'box',
    HOSTS: 'a',
    PORTS: '1',
    npm_package_name: 'fettle',
    XDG_DATA_DIRS: '/usr/share',
    SMTP_HOST: 'mail',
    DATABASE_NAME: 'x',
    LOG_LEVELS_OF_OTHERS: 'x',
    MAIL: '/var/mail/root',
    LANG: 'C.UTF-8',
  }
  assert.deepEqual(problems(others), [])
  // A variable that looks like a setting belongs to another program if that setting is set too.
  assert.deepEqual(problems({ LOG_LEVEL: 'info', LOG_LEVELS: 'x' }), [])
  assert.deepEqual(problems({ METRICS_TOKEN: 'x', METRICS_TOKEN_FILES: 'x' }), [])
})

test('the demo login is allowed for every loopback address', () => {
  for (const HOST of ['localhost', '::1', '127.0.0.2'])
    assert.deepEqual(readConfig({ HOST, ...demo }).miniProgram, { kind: 'demo' })
  assert.equal(readConfig({ PUBLIC_URL: 'http://localhost:8080', ...demo }).http.local, true)
  assert.equal(readConfig({ HOST: '::1' }).http.publicUrl, 'http://[::1]:8080')
})

test('guests are allowed without another login, or by a setting', () => {
  const guests = (env: Environment) => readConfig(env).guestLogin
  assert.deepEqual([guests({}), guests(server), guests(demo)], [true, true, true])
  assert.deepEqual(
    [guests(wechat), guests(mail), guests({ CAS_URL: 'https://cas.example.edu' })],
    [false, false, false],
  )
  assert.deepEqual([guests({ ...mail, GUEST_LOGIN: 'on' }), guests({ ...mail, GUEST_LOGIN: 'off' })], [true, false])
  assert.equal(guests({ ...demo, GUEST_LOGIN: 'off' }), false)
})

test('a secret can come from a file, without the line break at its end', (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'fettle-'))
  t.after(() => rmSync(dir, { recursive: true }))
  const file = join(dir, 'secret')
  writeFileSync(file, 'from-a-file\n')
  assert.equal(readConfig({ METRICS_TOKEN_FILE: file }).http.metricsToken, 'from-a-file')
  writeFileSync(file, '\n')
  assert.deepEqual(problems({ METRICS_TOKEN_FILE: file }), [
    `METRICS_TOKEN cannot be read: METRICS_TOKEN_FILE ${file} is empty`,
  ])
})

test('the description of the configuration names each value once and contains no secret', () => {
  const env = { ...wechat, ...mail, PORT: '81', DATABASE_URL: 'postgres://fettle:db-password@db.example.org/fettle' }
  const rows = describeConfig(env)
  assert.deepEqual(
    rows.map(({ name }) => name),
    Object.keys(variables),
  )
  const row = (name: string) => rows.find((each) => each.name === name)
  assert.deepEqual(row('PORT'), { name: 'PORT', value: '81', from: 'environment' })
  assert.deepEqual(row('PUBLIC_URL'), { name: 'PUBLIC_URL', value: 'http://127.0.0.1:81', from: 'default' })
  assert.deepEqual(row('WECHAT_APP_SECRET'), { name: 'WECHAT_APP_SECRET', value: '(hidden)', from: 'environment' })
  assert.doesNotMatch(JSON.stringify(rows), /wechat-secret|password/)
})

test('a ticket system needs an address, a token and a queue or project', () => {
  const tracker = {
    EXTERNAL: 'redmine',
    EXTERNAL_URL: 'https://redmine.example.org/x/',
    EXTERNAL_TOKEN: 'api-key',
    EXTERNAL_PROJECT: 'repairs',
  }
  assert.deepEqual(readConfig(tracker).external.system, {
    kind: 'redmine',
    url: 'https://redmine.example.org/x',
    privateToo: false,
    token: 'api-key',
    project: 'repairs',
    field: 'ExternalID',
    tracker: undefined,
  })
  const named = (env: Environment) => problems(env).map((text) => text.split(' ')[0])
  assert.deepEqual(named({ EXTERNAL: 'request-tracker' }), ['EXTERNAL_URL', 'EXTERNAL_TOKEN', 'EXTERNAL_PROJECT'])
  assert.deepEqual(named({ ...tracker, EXTERNAL: 'file' }), ['EXTERNAL_URL', 'EXTERNAL_TOKEN', 'EXTERNAL_PROJECT'])
  assert.deepEqual(named({ ...tracker, EXTERNAL_URL: 'http://redmine.example.org' }), ['EXTERNAL_URL'])
  assert.deepEqual(named({ ...tracker, EXTERNAL_TOKEN: 'a key\u00e9', EXTERNAL_FIELD: "Ext'ID" }), [
    'EXTERNAL_TOKEN',
    'EXTERNAL_FIELD',
  ])
})

test('chat bots and the webhook are on once completely configured, and their keys are never printed', () => {
  const whole = {
    WECOM_BOT_URL: 'https://qyapi.example.org/send?key=hush',
    FEISHU_BOT_URL: 'https://open.example.org/hook/hush',
    FEISHU_BOT_SECRET: 'hush',
    MATRIX_URL: 'https://matrix.example.org/',
    MATRIX_TOKEN: 'hush',
    MATRIX_ROOM: '!room:example.org',
    WEBHOOK_URL: 'https://example.org/hooks/hush?a=b',
    WEBHOOK_SECRET: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  }
  const privateToo = false
  assert.deepEqual(readConfig(whole).bots, {
    wecom: { url: whole.WECOM_BOT_URL, privateToo },
    feishu: { url: whole.FEISHU_BOT_URL, privateToo, secret: 'hush' },
    dingtalk: undefined,
    slack: undefined,
    matrix: { url: 'https://matrix.example.org', privateToo, token: 'hush', room: '!room:example.org' },
    webhook: { url: whole.WEBHOOK_URL, privateToo, secrets: [whole.WEBHOOK_SECRET] },
  })
  assert.doesNotMatch(JSON.stringify(describeConfig(whole)), /hush|whsec_Mf/)
  const wrong = {
    WECOM_BOT_URL: 'http://qyapi.example.org/send?key=hush',
    DINGTALK_BOT_SECRET: 'hush',
    SLACK_BOT_URL: 'https://hush:hush@chat.example.org/hooks/hush',
    MATRIX_URL: 'https://matrix.example.org',
    MATRIX_ROOM: '#hush:example.org',
    WEBHOOK_URL: 'https://example.org/hooks/hush',
  }
  const found = problems(wrong)
  assert.deepEqual(found.map((text) => text.split(' ')[0]).toSorted(), [
    'DINGTALK_BOT_SECRET',
    'MATRIX_ROOM',
    'MATRIX_TOKEN',
    'SLACK_BOT_URL',
    'WEBHOOK_URL',
    'WECOM_BOT_URL',
  ])
  assert.doesNotMatch(found.join(), /hush/)
  assert.deepEqual(problems({ ...wrong, MESSAGES_PRIVATE: 'on' }).length, 5)
})
