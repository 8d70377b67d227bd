import type { Lang } from '#contract/languages.ts'
import { columnDeletion, type DeletionRule, deletionRules } from '#store/deletion-rules.ts'

interface Words {
  readonly intro: readonly string[]
  readonly kinds: Readonly<Record<DeletionRule, string>>
  readonly kindsTitle: string
  readonly kindsHead: string
  readonly columnsTitle: string
  readonly columnsAbout: string
  readonly columnsHead: string
  readonly outside: readonly string[]
  readonly comma: string
}

const words: Readonly<Record<Lang, Words>> = {
  en_US: {
    intro: [
      '# Privacy: what is stored, and when it goes',
      '',
      '[中文](privacy.zh-CN.md)',
      '',
      'This page is for teams that have to say what becomes of personal data, and for operators. It is drawn from the table that the tests compare with the schema of both',
      'databases; a test writes into each column, ends it, and looks for what was written in every column and, with SQLite, in every file.',
      '',
      '| ending | when |',
      '|---|---|',
      '| erasure | a person erases their data (`POST /user/erase`); refused while the team has a device of theirs |',
      '| retention | a ticket was collected or cancelled so many days ago: *Settings → Personal data*, 30 at first |',
      '| removal | an administrator removes a member |',
      '| departure | as many days after a removal as *retention* has, unless the member is brought back before |',
      '',
    ],
    kindsTitle: '## What becomes of a text',
    kindsHead: '| kind | what becomes of it |',
    kinds: {
      person:
        'Deleted by erasure. Codes, notices and sent messages also go by themselves: codes a day after they expire, notices after 180 days, messages 30 days after they were sent. Sessions go when they end.',
      member:
        'Deleted when the member erases their data, and by departure; so long a removed member can be brought back. What an administrator changes of a removed member begins the days anew. Of a leave or a summary the date and the number of the shift stay. An erasure takes the name and the phone out of `with_whom` of other members, too; what others wrote in their own other texts stays until these end.',
      certificate:
        'Deleted when the member erases their data. A departure leaves it: members show certificates to others after they have left, and others check them.',
      membership: 'Deleted by erasure and by removal: what proves that somebody is the member.',
      ticket:
        'Deleted by erasure and by retention. Idempotency keys go after a day, files of pictures with the next tidying.',
      words:
        'Deleted when its author erases their data. By retention, and in what others wrote, the name, the phone, mail addresses and accounts of the owner are taken out.',
      device:
        'Stays for statistics and similar repairs. Erasure and retention take out the name, the phone, mail addresses and accounts of the owner, also where they are disguised.',
      index: 'What is found by a text that goes, goes with it.',
      passing: 'Numbers alone; deleted within seconds.',
      code: 'Stays: a code, a number or a date. It names nobody.',
      memberName:
        'Stays, also after a departure: who of the team did what is the record of the team, in tickets, rosters, hours and the log. In the ledger of hours the name of a member who erased their data is not shown.',
      record:
        'Stays: what the service itself wrote down. It has numbers, codes and names of members; never a phone, and never what a user wrote.',
      reference: 'Stays: what the ticket is called in another system, and the mark of an imported row.',
      team: 'Stays: what the team says of itself, its rooms and its shelves.',
    },
    columnsTitle: '## Every text column',
    columnsAbout: 'Other columns hold numbers, instants and hashes.',
    columnsHead: '| table | kind | columns |',
    outside: [
      '## Outside the tables',
      '',
      '- **Pictures**: the files are deleted after their rows; while the store of pictures is away, with a later tidying.',
      '- **The file of forwarded tickets** (`file` adapter) is written anew without what was erased. Other ticket systems keep what they were sent: ask there.',
      '- **Free pages of SQLite and its write-ahead log** are overwritten after an erasure and with each tidying. What a copy-on-write disk keeps, it knows alone. PostgreSQL removes dead rows by itself (`VACUUM`).',
      '- **Backups** hold what was there when they were taken, until they are deleted after their days. After a restore, erase again who has erased themselves since.',
      '- **The log file and the metrics** have no name, phone or text of anybody.',
      '- **Published open data** cannot be called back: see [open data](open-data.md).',
      '',
    ],
    comma: ', ',
  },
  zh_CN: {
    intro: [
      '# 隐私：存了什么，什么时候删除',
      '',
      '[English](privacy.md)',
      '',
      '本页写给需要说明个人信息去向的团队和运维人员。内容由代码里的一张表生成，测试会把这张表与两种数据库的实际结构逐列比对，',
      '并向每一列写入内容、触发删除，然后在所有列中查找残留；使用 SQLite 时还会查找所有文件。',
      '',
      '| 方式 | 何时发生 |',
      '|---|---|',
      '| 注销 | 本人删除自己的数据（`POST /user/erase`）；设备还在团队手中时会被拒绝 |',
      '| 到期 | 工单取回或取消后满若干天：“设置 → 个人信息”，默认 30 天 |',
      '| 移除 | 管理员移除队员 |',
      '| 离队 | 移除队员后满若干天（与“到期”的天数相同），其间没有重新加入 |',
      '',
    ],
    kindsTitle: '## 各类文字的去向',
    kindsHead: '| 类别 | 去向 |',
    kinds: {
      person:
        '注销时删除。验证码在失效一天后、通知在 180 天后、已发送的消息在发送 30 天后也会自动删除；会话在结束时删除。',
      member:
        '队员注销或离队时删除；在此之前可以让队员重新加入。管理员修改已移除队员的内容后，天数重新计算。请假和值班小结保留日期和班次编号。队员注销时，其他队员 `with_whom` 里的姓名和电话也会去掉；其他人在自己的其他文字里写的内容，随那些文字一起到期。',
      certificate: '队员注销时删除。离队时保留：队员离队后仍会出示证明，别人也要查验。',
      membership: '注销或移除时删除：用来证明某人是队员的内容。',
      ticket: '注销或到期时删除。幂等键一天后删除，图片文件在下一次清理时删除。',
      words: '作者注销时删除。到期时，以及在他人写的内容里，会去掉机主的姓名、电话、邮箱和各类账号。',
      device: '保留，用于统计和相似维修。注销和到期时会去掉机主的姓名、电话、邮箱和各类账号，变形写法也一样。',
      index: '能搜到已删除文字的索引随之删除。',
      passing: '只有编号，几秒内删除。',
      code: '保留：代码、数字或日期，不涉及任何人。',
      memberName:
        '离队后仍保留：谁做了什么是团队的记录，见于工单、排班、时长和日志。已注销队员的姓名不会出现在时长记录里。',
      record: '保留：由服务自己写下的记录，只有编号、代码和队员姓名，没有电话，也没有用户写的内容。',
      reference: '保留：工单在其他系统里的编号，以及导入行的标记。',
      team: '保留：团队对自身、场地和货架的说明。',
    },
    columnsTitle: '## 所有文字列',
    columnsAbout: '其余各列存放的是数字、时刻和散列值。',
    columnsHead: '| 表 | 类别 | 列 |',
    outside: [
      '## 表以外的内容',
      '',
      '- **图片**：删除记录后删除文件；图片存储暂时不可用时，由之后的清理删除。',
      '- **转发文件**（`file` 方式）会重写，去掉已删除的内容。其他工单系统会保留收到的内容，请在那边处理。',
      '- **SQLite 的空闲页和预写日志**在注销之后以及每次清理时被覆盖；写时复制的磁盘会保留什么，只有它自己知道。PostgreSQL 自行清除失效的行（`VACUUM`）。',
      '- **备份**保留备份当时的内容，直到备份自身到期删除。恢复备份后，请把此后注销的人再注销一次。',
      '- **日志文件和指标**里没有任何人的姓名、电话或文字。',
      '- **已发布的开放数据**无法收回，见[开放数据](open-data.md)。',
      '',
    ],
    comma: '、',
  },
}

export function privacyPage(lang: Lang): string {
  const { intro, kinds, kindsTitle, kindsHead, columnsTitle, columnsAbout, columnsHead, outside, comma } = words[lang]
  const kindRows = (Object.keys(deletionRules) as DeletionRule[]).map((kind) => `| \`${kind}\` | ${kinds[kind]} |`) // its own keys
  const columnRows = Object.entries(columnDeletion).flatMap(([table, columns]) =>
    [...Map.groupBy(Object.entries(columns), ([, kind]) => kind)].map(([kind, some]) => {
      const names = some.map(([column]) => `\`${column}\``).join(comma)
      return `| \`${table}\` | \`${kind}\` | ${names} |`
    }),
  )
  return [
    ...intro,
    ...[kindsTitle, '', kindsHead, '|---|---|', ...kindRows, ''],
    ...[columnsTitle, '', columnsAbout, '', columnsHead, '|---|---|---|', ...columnRows, ''],
    ...outside,
  ].join('\n')
}
