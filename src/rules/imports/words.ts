import { categories, type Status, statuses, ticketTypes } from '#contract/codes.ts'
import type { StateMeaning } from '#contract/imports/import-values.ts'
import { limits } from '#contract/limits.ts'
import { type Barrier, barriers, type Outcome, outcomes } from '#contract/tickets/outcome-fields.ts'
import { words } from '#contract/words/index.ts'
import { keysOf } from '#kit/typed-keys.ts'
import { categoryNames } from './category-names.ts'
import { lettersAndDigits, normalizedText } from './normalize.ts'

/** `collected` if the words say whether the owner has the device back. */
export interface RepairState {
  readonly status: Status
  readonly collected?: boolean
}

type Table<T> = readonly (readonly [RegExp, T])[]

/** The first match counts, so negations come first: 未修好 before 修好. */
function find<T>(table: Table<T>, text: string): T | undefined {
  const cell = normalizedText(text).toLowerCase()
  return cell.length > longest ? undefined : table.find(([words]) => words.test(cell))?.[1]
}
/** Longer texts are descriptions. */
const longest = 60

const notBack =
  /待取|等取|未取|没取|可取|请取|来取|待领|未领|没领|可领|待归还|未归还|待交付|未交付|待提|ready|(?:awaiting|waiting for|for|to be|not(?: yet)?) (?:collect|pick|return)|not (?:been )?(?:collected|picked|returned)|uncollected|(?:to|for) collection/
const back =
  /已取|取走|取回|已领|领走|领回|归还|返还|已还|交付|交还|拿走|拿回|已提|collected|picked[ -]?up|returned|handed (?:back|over)|delivered|gone home|taken home/

const states: Table<Status> = [
  [
    /取消|作废|撤单|撤销|撤回|撤消|不修了|无效|放弃报修|未到场|爽约|cancel|withdrawn|void|no[ -]show|invalid|duplicate/,
    statuses.cancelled,
  ],
  [
    /无法|不能修|修不了|修不好|不可修|无法修|未修好|没修好|未修复|没修复|未能修|没能修|未解决|没解决|维修失败|失败|报废|无维修价值|不值得修|放弃|退修|不予维修|拒修/,
    statuses.unrepairable,
  ],
  [
    /unrepair|irrepar|not (?:be )?(?:fix|repair|solv|resolv)|beyond (?:repair|economic)|could ?n[o']?t|can ?no?t|can't|failed|failure|end of life|\beol\b|scrap|no fix|unfix|unsuccess|dead|gave up|write[ -]?off|recycled?/,
    statuses.unrepairable,
  ],
  [
    /未完成|没完成|未开始|没开始|未处理|没处理|未维修|未接|没人接|无人接|未分配|未受理|待处理|待维修|待修|待接|待分配|待受理|待检|待办|待认领|待领单|排队|新建|新单|新报修|已提交|已报修|已登记|等待维修|等待处理|等待接单|^未修$|^没修$|^新$|^否$|^待定$/,
    statuses.submitted,
  ],
  [
    /not (?:yet )?(?:started|done|begun|finished|complete)|unfinished|incomplete|unassigned|unclaimed|to[ -]?do\b|submitted|queue|waiting list|^new$|^open$|^opened$|^pending$|^registered$|^logged$|^no$|^reported$|awaiting (?:repair|assessment|triage)|to be (?:repaired|fixed|done)/,
    statuses.submitted,
  ],
  [notBack, statuses.repaired],
  [/等|待|缺件|缺料|缺配件|缺零件|暂停|挂起|搁置|采购中|订货|订购|寄修|返厂|联系不上/, statuses.waiting],
  [
    /wait|on hold|hold\b|parts? (?:ordered|needed|required|on order)|order(?:ed|ing) parts?|needs? parts?|awaiting|paused|stalled|postponed|come back|coming back|returning|sent (?:away|off)|backorder/,
    statuses.waiting,
  ],
  [
    /检测中|检修中|诊断|检查中|排查|测试中|拆机中|检测$|检查$|diagnos|testing|being (?:checked|tested|assessed)|inspect|assess|examin|investigat|triage/,
    statuses.diagnosing,
  ],
  [
    /维修中|在修|修理中|处理中|进行中|正在|施工中|修着|返修|repairing|in[ -]progress|being (?:repaired|fixed)|wip\b|working on|under repair|on the bench|ongoing|in work|started|in repair|partly|partial/,
    statuses.repairing,
  ],
  [
    /接单|受理|分配|认领|接收|收件|已收|收到|接件|入库|派单|指派|accept|assign|claim|taken|received|checked in|allocated|in house|^in$|booked in/,
    statuses.accepted,
  ],
  [
    /修好|修复|完成|完工|完结|办结|结单|结束|已修|修完|已维修|维修好|已解决|解决|正常|好了|已好|可用|成功|搞定|^好$|^是$|^ok$|^√$|^✓$|^✔$|^1$/,
    statuses.repaired,
  ],
  [
    /\bfixed|repaired|done\b|complete|finish|closed?\b|resolved|solved|success|works?\b|working|\bok\b|okay|mended|^yes$|^y$|all good|sorted/,
    statuses.repaired,
  ],
  [back, statuses.repaired],
  // The words of the Open Repair Data Standard.
  [/^repairable$/, statuses.unrepairable],
]

/** Work that is going on. Beside words for an end, a cell contradicts itself. */
const inWork =
  /维修中|修理中|检修中|检测中|诊断中|排查中|测试中|处理中|进行中|在修|正在|in[ -]progress|being (?:repaired|fixed|checked|tested)|under repair|working on|on the bench|ongoing/
/** Work that has not ended, also in a column of outcomes, where 等配件 must not become a repair that failed. */
const unfinished = new RegExp(
  `${inWork.source}|返修|待修|待处理|待检|待接|等待|等配件|等零件|待料|待件|待配件|待确认|暂停|挂起|寄修|返厂|排队|waiting|awaiting|on hold|on order|ordered|in the queue`,
)
/** “Not”, “almost”, “will be” or a question: the words of an end do not mean it. */
const hedged =
  /[不没未无非快将还尚差半需待等%?]|预计|预期|估计|准备|打算|计划|即将|部分|正在|基本|大致|大概|可能|应该|吗|\bnot\b|n['’]t\b|\bno\b|\bun|almost|nearly|soon|\bwill\b|\bto\b|should|expect|maybe|perhaps|probably|half|\bpart|\bif\b|until|before|wait|still/

const isHedged = (said: string) => hedged.test(said.replace(notBack, '').replace(back, ''))

/** True for a text that says how far unfinished work is, not only “new” or “no”. */
export const isWorkStatus = (text: string): boolean => {
  const cell = normalizedText(text).toLowerCase()
  return cell.length <= longest && (unfinished.test(cell) || notBack.test(cell))
}

/** The status that a cell means. An end that is not said plainly is unknown, so that no repair counts as done by a guess. */
export function stateIn(text: string): RepairState | undefined {
  const status = find(states, text)
  if (status === undefined) return undefined
  const cell = normalizedText(text).toLowerCase()
  const isEnd = status === statuses.repaired || status === statuses.unrepairable || status === statuses.cancelled
  if (isEnd && inWork.test(cell)) return undefined
  if (status === statuses.repaired && isHedged(cell)) return undefined
  if (status !== statuses.repaired && status !== statuses.unrepairable) return { status }
  if (notBack.test(cell)) return { status, collected: false }
  return back.test(cell) ? { status, collected: true } : { status }
}

const outcomeWords: Table<Outcome> = [
  [
    /未知|不明|不清楚|不确定|没有记录|未记录|无记录|unknown|not (?:known|recorded|sure|clear)|unclear|unsure|^\?+$|^n\/?a$|no (?:data|record)/,
    'unknown',
  ],
  [
    /报废|无维修价值|没有维修价值|不值得修|寿命|无法修|无法维修|不能修|修不了|修不好|不可修|救不|淘汰|end[ -]of[ -]life|\beol\b|unrepairable|irrepar|not repairable|(?:can ?not|can't|could ?n[o']t) (?:be )?(?:repair|fix)|beyond|scrap|recycl|dead|write[ -]?off|bin(?:ned)?\b|thrown/,
    'end_of_life',
  ],
  [
    /可修|能修|可以修|待修|未修好|没修好|未修复|没修复|部分|未完成|未解决|没解决|缺配件|缺件|等配件|建议|repairable|part(?:ly|ial|ially)|not (?:yet )?(?:fixed|repaired|finished|solved)|unfixed|needs?\b|come back|coming back|take[n]? home|advice|advised|referr|failed|unsuccess|^no$|^n$|^否$|^失败$|^×$|^✗$/,
    'repairable',
  ],
  [
    /修好|修复|完成|成功|解决|正常|好了|已修|可用|更换|fixed|repaired|success|solved|resolved|works?\b|working|mended|done\b|complete|^yes$|^y$|^是$|^好$|^ok$|^√$|^✓$|^✔$/,
    'fixed',
  ],
]

/** “Not fixed” alone does not mean the end of life, and 维修中 is no outcome. */
export function outcomeIn(text: string): Outcome | undefined {
  const name = exactly(outcomes, words.zh_CN.outcomes, words.en_US.outcomes, text)
  if (name !== undefined) return name
  const cell = normalizedText(text).toLowerCase()
  const found = unfinished.test(cell) ? undefined : find(outcomeWords, text)
  return found === 'fixed' && isHedged(cell) ? undefined : found
}

const meanings: Readonly<Record<StateMeaning, RepairState>> = {
  submitted: { status: statuses.submitted },
  accepted: { status: statuses.accepted },
  diagnosing: { status: statuses.diagnosing },
  repairing: { status: statuses.repairing },
  waiting: { status: statuses.waiting },
  repaired_here: { status: statuses.repaired, collected: false },
  repaired: { status: statuses.repaired, collected: true },
  unrepairable_here: { status: statuses.unrepairable, collected: false },
  unrepairable: { status: statuses.unrepairable, collected: true },
  cancelled: { status: statuses.cancelled },
}

export const stateOfCode = (code: string): RepairState | undefined =>
  code in meanings ? meanings[code as StateMeaning] : undefined // checked to be a key

/** A finished repair counts as collected, unless the text says otherwise. */
export function stateCodeIn(text: string): StateMeaning | undefined {
  const state = stateIn(text)
  const isBack = ({ collected = true }: RepairState) => collected
  return (
    state &&
    keysOf(meanings).find((code) => meanings[code].status === state.status && isBack(meanings[code]) === isBack(state))
  )
}

/** A status that cannot be an outcome: 维修中, 待取. */
export function onlyStateIn(text: string): RepairState | undefined {
  return outcomeIn(text) === undefined ? stateIn(text) : undefined
}

const barrierWords: Table<Barrier> = [
  [
    /(?:配件|零件|部件|备件|parts?).*(?:贵|价格|成本|expens|cost|price)|太贵|成本高|(?:too )?expensive|not (?:economic|worth)|uneconomic/,
    'parts_expensive',
  ],
  [
    /(?:没有|无|缺|缺少|买不到|找不到|停产|不供应).*(?:配件|零件|部件|备件)|(?:配件|零件|部件|备件).*(?:没有|缺|买不到|找不到|停产|断货)|停产|parts?\b.*(?:unavailable|not available|not found|obsolete|discontinued)|no (?:spare )?parts?|lack of (?:spare )?parts?/,
    'parts_unavailable',
  ],
  [
    /拆不开|无法拆|打不开|不能拆|胶封|一体|no way to open|(?:can ?not|can't|could ?n[o']t|unable to|impossible to|hard to|difficult to) (?:be )?open|glued|sealed|not openable/,
    'cannot_open',
  ],
  [
    /资料|图纸|说明书|电路图|文档|手册|information|schematic|manual|documentation|know[ -]?how|diagram/,
    'no_information',
  ],
  [/工具|设备不足|缺少设备|没有设备|仪器|条件|equipment|tools?\b/, 'no_equipment'],
  [
    /老化|磨损|太旧|陈旧|年久|腐蚀|锈|损坏严重|严重损坏|烧毁|worn|wear|too old|corro|rust|damaged|broken beyond|burn/,
    'worn_out',
  ],
]

export function barrierIn(text: string): Barrier | undefined {
  return exactly(barriers, words.zh_CN.barriers, words.en_US.barriers, text) ?? find(barrierWords, text)
}

/** A name of the interface in any of its languages. */
function exactly<T extends string>(
  all: readonly T[],
  chinese: Readonly<Record<T, string>>,
  english: Readonly<Record<T, string>>,
  text: string,
): T | undefined {
  const plain = lettersAndDigits(text)
  return all.find((one) => [one, chinese[one], english[one]].some((word) => lettersAndDigits(word) === plain))
}

const codes: ReadonlySet<number> = new Set(Object.values(categories))

/** A category by its number, its name or an everyday word. */
export function categoryIn(text: string): number | undefined {
  const number = Number(normalizedText(text) || 'none')
  if (!Number.isNaN(number)) return codes.has(number) ? number : undefined
  return categoryNames.get(lettersAndDigits(text))
}

const computer =
  /电脑(?!椅|桌|包|架)|计算机|笔记本(?!子)|笔电|台式|主机|一体机|平板|手机|数码|显示器|显卡|键盘|鼠标|打印机|路由器|硬盘|u盘|软件|系统|重装|computers?\b|laptops?\b|notebooks?\b|desktops?\b|\bpcs?\b|macbook|thinkpad|ipad|tablets?\b|(?:smart)?phones?\b|printers?\b|monitors?\b|software|\bit\b|digital/
const appliance =
  /家电|电器|家用|厨电|小电|电风扇|风扇|水壶|电饭|吹风|吸尘|台灯|灯具|appliances?\b|electricals?\b|household|kitchen|electronics?\b|textiles?|clothes|bicycles?|mechanical|other|其他|其它|杂项/

export function typeIn(text: string): number | undefined {
  const cell = normalizedText(text).toLowerCase()
  if (computer.test(cell)) return ticketTypes.computer
  return appliance.test(cell) ? ticketTypes.appliance : undefined
}

const yes = new Set(
  '是|有|对|√|✓|✔|☑|✅|1|y|yes|true|on|t|管理员|超级管理员|admin|administrator|是管理员|真'.split('|'),
)
const no = new Set(
  '否|无|不|不是|没有|×|✗|✘|❌|☐|0|n|no|false|off|f|-|/|—|成员|队员|普通成员|普通队员|组员|志愿者|member|user|volunteer|非管理员|假'.split(
    '|',
  ),
)

/** `x` stays unclear: some people tick with it, others cross out. */
export function yesIn(text: string): boolean | undefined {
  const cell = normalizedText(text).toLowerCase()
  if (yes.has(cell)) return true
  return no.has(cell) ? false : undefined
}

const chineseOnly = /^[\p{Script=Han}·• ]+$/u

/** The names in a cell. Chinese names may be separated by spaces only and contain spaces: 张　三 李四光. */
export function namesInCell(text: string): string[] {
  const lines = text
    .normalize('NFKC')
    .replaceAll(/[([【][^)\]】]*[)\]】]/g, ' ')
    .split(/[、,，/;；|&+\n\r\t]+|\s(?:and|und|with)\s|(?<=\p{Script=Han})[和与](?=\p{Script=Han}{2})/u)
  return lines.flatMap((part) => {
    const name = normalizedText(part)
    if (name === '' || /^[-—–.]+$/.test(name)) return []
    return chineseOnly.test(name) ? chineseNames(name) : [name]
  })
}

/** A single character is a surname whose given name follows: short names are often spread with a space. */
function chineseNames(text: string): string[] {
  const names: string[] = []
  let waiting = ''
  for (const part of text.split(' ')) {
    if (waiting === '' && part.length === 1) waiting = part
    else {
      names.push(waiting + part)
      waiting = ''
    }
  }
  return waiting === '' ? names : [...names, waiting]
}

const noPhone = new Set('无|没有|暂无|不详|未留|-|--|/|—|n/a|na|none|no|nil|no phone|unknown'.split('|'))
const phone = new RegExp(`^(?:[+\\- ]*[0-9]){${limits.phoneDigits}}[0-9+\\- ]*$`)

/** The phone number; empty if the cell says that there is none. */
export function phoneIn(text: string): string | undefined {
  const cell = normalizedText(text).toLowerCase()
  if (noPhone.has(cell)) return ''
  const number = cell
    .replace(/^(?:tel|phone|mobile|电话|手机)\s*[.:]*\s*/, '')
    // From a spreadsheet that stored it as a number.
    .replace(/^(\d+)\.0+$/, '$1')
    .replaceAll(/[‐‑‒–—−]/g, '-')
    .replaceAll(/[().]+/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
  return number.length <= limits.phone && phone.test(number) ? number : undefined
}
