import type { Lang } from '#contract/languages.ts'
import { keysOf } from '#kit/typed-keys.ts'
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
      '# Privacy: what is stored, and when it is deleted',
      '',
      '[中文](privacy.zh-CN.md)',
      '',
      'This page is for operators, and for teams that have to explain what they keep about people.',
      'It is drawn from a table in the code. Tests compare this table with the schema of both databases.',
      'A test also writes to each column, deletes the data, and then searches every column for it and, with SQLite, every file.',
      '',
      '| deletion | when |',
      '|---|---|',
      '| erasure | a person erases their data (`POST /user/erase`); refused while the team has their device |',
      '| retention | some days after a device was collected or a ticket was cancelled: *Days personal data is kept* under Admin → Settings → Privacy and logins, 30 by default |',
      '| removal | an administrator removes a member |',
      '| departure | the same number of days after a removal, unless the member is added again before |',
      '',
    ],
    kindsTitle: '## When texts are deleted',
    kindsHead: '| kind | when it is deleted |',
    kinds: {
      person:
        'Deleted by erasure. Codes are also deleted a day after they expire, notices after 180 days, messages 30 days after they were sent, and sessions when they end.',
      member:
        'Deleted when the member erases their data, and by departure. Until then a removed member can be added again. If an administrator changes a removed member, the days start again. The dates and shift numbers of leave and summaries stay. An erasure also removes the name and phone number from `with_whom` of other members. What others wrote in other texts stays until those are deleted.',
      certificate:
        'Deleted when the member erases their data. It stays after a departure, because members still show certificates after they have left, and others check them.',
      membership: 'Deleted by erasure and by removal: it proves that a person is the member.',
      ticket:
        'Deleted by erasure and by retention. Idempotency keys are deleted after a day, picture files at the next clean-up.',
      words:
        'Deleted when its author erases their data. Retention removes the owner’s name, phone number, email addresses and accounts, also from what others wrote.',
      device:
        'Stays for statistics and similar repairs. Erasure and retention remove the owner’s name, phone number, email addresses and accounts, also in disguised spellings.',
      index: 'The search index of a deleted text is deleted with it.',
      passing: 'Only numbers, deleted within seconds.',
      code: 'Stays: a code, a number or a date. It names no one.',
      memberName:
        'Stays, also after a departure: tickets, rosters, hours and the log record who did what. The hours do not show the name of a member who erased their data.',
      record:
        'Stays: what the service itself recorded. It contains numbers, codes and names of members, never a phone number and never what a user wrote.',
      reference: 'Stays: the number of the ticket in another system, and the mark of an imported row.',
      team: 'Stays: what the team wrote about itself, its rooms and its shelves.',
    },
    columnsTitle: '## Every text column',
    columnsAbout: 'Other columns hold numbers, times and hashes.',
    columnsHead: '| table | kind | columns |',
    outside: [
      '## Outside the tables',
      '',
      '- **Pictures**: the files are deleted after their rows. If the picture store cannot be reached, a later clean-up deletes them.',
      '- **The file of forwarded tickets** (`file` adapter) is rewritten without the erased data. Other ticket systems keep what they received: delete it there.',
      '- **Free pages of SQLite and its write-ahead log** are overwritten after an erasure and at each clean-up. A copy-on-write disk may still keep old blocks. PostgreSQL removes dead rows by itself (`VACUUM`).',
      '- **Backups** keep the data from when they were made until they are deleted. After a restore, erase again the data of people who have erased it since.',
      '- **The log file and the metrics** contain no names, phone numbers or texts of people.',
      '- **Published open data** cannot be withdrawn: see [open data](open-data.md).',
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
      '本页写给运维人员，以及需要说明保留了哪些个人信息的团队。',
      '内容由代码里的一张表生成，测试会把这张表与两种数据库的结构比对。',
      '还有一个测试向每一列写入内容、触发删除，然后在所有列中查找残留；使用 SQLite 时还会查找所有文件。',
      '',
      '| 方式 | 何时发生 |',
      '|---|---|',
      '| 清除 | 本人清除自己的数据（`POST /user/erase`）；设备还在团队这里时会被拒绝 |',
      '| 到期 | 设备取回或工单取消后满若干天：“管理 → 设置 → 隐私与登录”里的“保留天数”，默认 30 天 |',
      '| 移除 | 管理员移除队员 |',
      '| 离队 | 移除队员后满若干天（与“到期”的天数相同），其间没有重新加入 |',
      '',
    ],
    kindsTitle: '## 各类文字的去向',
    kindsHead: '| 类别 | 去向 |',
    kinds: {
      person:
        '清除时删除。验证码在失效一天后、通知在 180 天后、已发送的消息在发送 30 天后也会自动删除；会话在结束时删除。',
      member:
        '队员清除自己的数据或离队时删除；在此之前可以让队员重新加入。管理员修改已移除队员的资料后，天数重新计算。请假和值班小结保留日期和班次编号。队员清除数据时，其他队员 `with_whom` 里的姓名和电话也会去掉；其他人在自己的其他文字里写的内容，随那些文字一起到期。',
      certificate: '队员清除自己的数据时删除。离队时保留：队员离队后仍会出示证明，别人也要核实。',
      membership: '清除或移除时删除：用来证明某人是队员。',
      ticket: '清除或到期时删除。幂等键一天后删除，图片文件在下一次清理时删除。',
      words: '作者清除自己的数据时删除。到期时会去掉报修人的姓名、电话、邮箱和各类账号，别人写的内容里也一样。',
      device: '保留，用于统计和相似维修。清除和到期时会去掉报修人的姓名、电话、邮箱和各类账号，变形写法也一样。',
      index: '已删除文字的搜索索引随之删除。',
      passing: '只有编号，几秒内删除。',
      code: '保留：代码、数字或日期，不涉及任何人。',
      memberName:
        '离队后仍保留：工单、排班表、时长和操作日志记录谁做了什么。已清除数据的队员，姓名不会出现在时长记录里。',
      record: '保留：由服务自己写下的记录，只有编号、代码和队员姓名，没有电话，也没有用户写的内容。',
      reference: '保留：工单在其他系统里的编号，以及导入行的标记。',
      team: '保留：团队对自身、场地和货架的说明。',
    },
    columnsTitle: '## 所有文字列',
    columnsAbout: '其余各列存放的是数字、时刻和哈希值。',
    columnsHead: '| 表 | 类别 | 列 |',
    outside: [
      '## 表以外的内容',
      '',
      '- **图片**：删除记录后删除文件；图片存储暂时不可用时，由之后的清理删除。',
      '- **转发文件**（`file` 方式）会重写，去掉已删除的内容。其他工单系统会保留收到的内容，请在那边处理。',
      '- **SQLite 的空闲页和预写日志**在清除之后以及每次清理时被覆盖；写时复制的磁盘可能仍保留旧的数据块。PostgreSQL 自行清除失效的行（`VACUUM`）。',
      '- **备份**保留备份当时的数据，直到备份自身删除。恢复备份后，请把此后清除过数据的人再清除一次。',
      '- **日志文件和指标**里没有任何人的姓名、电话或文字。',
      '- **已发布的开放数据**无法收回，见[开放数据](open-data.zh-CN.md)。',
      '',
    ],
    comma: '、',
  },
}

export function privacyPage(lang: Lang): string {
  const { intro, kinds, kindsTitle, kindsHead, columnsTitle, columnsAbout, columnsHead, outside, comma } = words[lang]
  const kindRows = keysOf(deletionRules).map((kind) => `| \`${kind}\` | ${kinds[kind]} |`)
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
