import type { PictureUnit } from '../errors.ts'
import { limits } from '../limits.ts'
import type { FieldWords } from './words.ts'

export const situationRules: FieldWords['situationRules'] = {
  unknown_duty: (name) => `${name('currentDuty')} 必须是 1 到 99 的班次号、“others”、“0”或“off”。`,
  off_in_duty: (name) => `暂停值班时没有人在值班：${name('isInDuty')} 必须为 false。`,
  off_count: (name) => `暂停值班时没有人在值班：${name('inDutyCnt')} 必须为 0 或留空。`,
  off_reason: (name) => `暂停值班需要在 ${name('offDutyReason')} 中填写原因。`,
  ended_in_duty: (name) => `${name('currentDuty')} 为 0 表示值班已结束：${name('isInDuty')} 必须为 false。`,
  ended_count: (name) => `${name('currentDuty')} 为 0 表示值班已结束：${name('inDutyCnt')} 必须为 0 或留空。`,
  shift_out_of_duty: (name) => `填写班次号表示正在值班：${name('isInDuty')} 必须为 true。`,
  others_out_of_duty: (name) => `特殊值班表示正在值班：${name('isInDuty')} 必须为 true。`,
  reason_in_duty: (name) => `正在值班时 ${name('offDutyReason')} 必须为空。`,
  recovery_in_duty: (name) => `正在值班时 ${name('dutyRecoverTime')} 必须为空。`,
  place_without_others: (name) => `只有特殊值班（others）才有地点：${name('place')} 必须为空。`,
  time_without_others: (name) => `只有特殊值班（others）才有时间：${name('otherDutyTime')} 必须为空。`,
  others_place: () => '特殊值班需要填写地点。',
  others_time: (name) => `特殊值班需要在 ${name('otherDutyTime')} 中填写时间，格式为 <开始>/<结束>。`,
  time_unreadable: (name) =>
    `${name('otherDutyTime')} 的格式应为 <开始>/<结束>，例如 2026-11-15T09:30:00.000000/2026-11-15T11:30:00.000000，或 2026-11-15 9:30 - 11:30。`,
  ends_before_start: () => '特殊值班的结束时间必须晚于开始时间。',
  others_over: () => '这段特殊值班已经结束：结束时间必须在现在之后。',
}

const pictureUnits: Readonly<Record<PictureUnit, string>> = {
  Mpx: '百万像素',
  frames: '帧',
  scans: '次扫描',
  blocks: '个数据块',
  'MB of metadata': 'MB 附加信息',
  's of work': '秒处理时间',
  'MB of memory': 'MB 内存',
}

/** A number and a unit, which a newer service may know and these words do not. */
function pictureLimit(limit: string): string {
  const [, count, unit = ''] = /^(\S+) (.+)$/.exec(limit) ?? []
  return Object.hasOwn(pictureUnits, unit) ? `${count} ${pictureUnits[unit as PictureUnit]}` : limit // one of them
}

export const flaws: FieldWords['flaws'] = {
  missing: (field) => `${field} 是必填项。`,
  not_fitting: (field) => `${field} 与其他内容不能同时填写。`,
  given_twice: (field) => `${field} 出现了两次，且值不一致。`,
  not_text: (field) => `${field} 必须是文本。`,
  not_integer: (field) => `${field} 必须是整数。`,
  not_boolean: (field) => `${field} 必须是 true 或 false。`,
  not_list: (field) => `${field} 必须是列表。`,
  not_object: (field) => `${field} 必须是对象。`,
  not_one_of: (field, limit) => `${field} 只能是以下之一：${limit}。`,
  too_short: (field, limit) => (limit === 1 ? `${field} 是必填项。` : `${field} 至少需要 ${limit} 个字符。`),
  too_long: (field, limit) => `${field} 最多 ${limit} 个字符。`,
  too_small: (field, limit) => `${field} 不能小于 ${limit}。`,
  too_big: (field, limit) => `${field} 不能大于 ${limit}。`,
  too_many: (field, limit) => `${field} 最多 ${limit} 项。`,
  too_many_days: (field, limit) => `从第一天到 ${field} 最多 ${limit} 天。`,
  bad_characters: (field) => `${field} 含有看不见的字符或改变文字方向的字符。`,
  not_a_phone: (field) => `${field} 不是有效的电话号码：只能包含数字、“+”、“-”和空格，且至少 5 位数字。`,
  not_a_mail: (field) => `${field} 不是有效的邮箱地址。`,
  not_a_link: (field) => `${field} 应是以 https:// 开头的链接。`,
  not_a_time: (field) => `${field} 必须是时刻，例如 09:30。`,
  not_a_date: (field) => `${field} 必须是日期，例如 2026-11-15。`,
  not_a_moment: (field) => `${field} 必须是日期（如 2026-11-15）或日期加时间（如 2026-11-15T09:30）。`,
  not_a_zone: (field) => `${field} 不是有效的时区，例如 Asia/Shanghai。`,
  not_a_country: (field) => `${field} 必须是国家的三个字母代码，例如 CHN。`,
  not_a_week: (field) =>
    `${field} 不是星期也不是日期。可以写 1 到 7、周一、Monday、2026-11-16、2026/11/16 或 11月16日。`,
  not_a_shift: (field) =>
    `从班次时间看不出 ${field} 是哪一班。可以写 1 到 ${limits.shift} 的数字、第一班，只有一个这样的班次时也可以写上午、下午或晚上。`,
  not_begun: () => '该班次还没有开始。',
  weak_password: (field) => `${field} 至少需要 ${limits.passwordLeast} 个字符。`,
  not_random: (field) => `${field} 必须是 32 个随机字节的 base64url 编码，这一个容易被猜到。`,
  common_password: (field) => `${field} 太容易被猜到：它是常见密码，或者就是本人的姓名、学号或团队名称。`,
  ends_before_start: (field) => `${field} 的结束时间必须晚于开始时间。`,
  overlaps: (field, limit) => `${field} 与第 ${limit} 班的时间重叠。`,
  slot_twice: (field, limit) => `${field} 与前面的星期和班次重复（${limit}）。`,
  day_twice: (field, limit) => `${field} 与前面的日期 ${limit} 重复。`,
  empty_comment: (field) => `留言需要文字或图片：${field} 为空。`,
  not_my_picture: (field) => `${field} 不是你上传且尚未使用的图片。`,
  picture_lost: (field) => `${field} 的图片已不在服务器上，请重新上传。`,
  picture_refused: (field) => `${field} 的图片未通过内容检查，请换一张。`,
  not_a_picture: (field) => `${field} 必须是完整的 JPEG、PNG、WebP 或 GIF 图片。`,
  picture_too_big: (field, limit) => `${field} 图片过大，上限为 ${pictureLimit(String(limit))}。`,
  not_a_file: (field) => `${field} 必须是文件。`,
}
