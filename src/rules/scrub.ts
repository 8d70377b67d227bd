import { phoneDigits } from '#kit/grams.ts'

/** What is taken out of a text before it leaves for everybody. */
export const personal = ['mail', 'link', 'contact', 'number', 'name'] as const
export type Personal = (typeof personal)[number]

/** What stands in its place. */
export const gap = '…'

/** Takes out what could lead to a person; `others` are names that matter for this text alone. */
export type Scrub = (text: string, others?: readonly string[]) => string

/** `names` are taken out of every text. Told each time that something was taken out. */
export function scrubber(names: readonly string[], taken: (what: Personal) => void = () => {}): Scrub {
  const known = nameIndex(names)
  // A ticket has several texts about the same people.
  let last: readonly string[] = []
  let own = nameIndex(last)
  return (text, others = []) => {
    if (others !== last) own = nameIndex(others)
    last = others
    // What is left beside a gap may be something again. Each time there is less, so it ends, and the same text again is left as it is.
    for (let clean = plain(text); ; ) {
      const found = [...byPattern(clean), ...byName(clean, known), ...byName(clean, own)]
      if (found.length === 0) return clean
      clean = without(clean, found, taken)
    }
  }
}

/**
 * Takes people out of a text that is kept when their names are not, and a phone: with all that these are a part of, so that what leaves
 * for everybody is the same as before. A text without them stays as it is; one with them is in one line afterwards.
 */
export function forgetter(names: readonly string[], phone: string): (text: string) => string {
  const known = nameIndex(names)
  const digits = phoneDigits(phone)
  const isPhone = (text: string) => digits.length >= fewestDigits && phoneDigits(inDigits(text)).includes(digits)
  return (text) => {
    for (let clean = plain(text), kept = text; ; kept = clean) {
      const people = byName(clean, known)
      const others = byPattern(clean)
      for (const one of others) if (isPhone(clean.slice(one.from, one.until))) people.push(one)
      if (people.length === 0) return kept
      const theirs = together([...people, ...others]).filter((all) => all.some((one) => people.includes(one)))
      clean = without(clean, theirs.flat())
    }
  }
}

/** What may be published of a ticket. */
interface Texts {
  readonly device: string
  readonly description: string
  readonly brand: string
  readonly remedy: string
}

/** These texts without those whom nobody could take out of them any more once name and phone are gone. */
export function withoutOwner({ device, description, brand, remedy }: Texts, names: readonly string[], phone: string) {
  const forget = forgetter(names, phone)
  return {
    device: forget(device),
    description: forget(description),
    brand: forget(brand),
    remedy: forget(remedy),
  }
}

/** Where in a text something is to be taken out. All of it is looked for in the same text, so that nothing hides behind a gap. */
interface Found {
  readonly what: Personal
  readonly from: number
  readonly until: number
}

function byPattern(text: string): Found[] {
  const found: Found[] = []
  for (const [what, pattern] of patterns) {
    // By hand: `matchAll` makes a copy of the pattern each time, which takes longer than to look.
    pattern.lastIndex = 0
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      const until = pattern.lastIndex
      if (what !== 'number' || !isMeasure(match[0], text.slice(until))) found.push({ what, from: match.index, until })
    }
  }
  return found
}

function without(text: string, found: readonly Found[], taken: (what: Personal) => void = () => {}): string {
  let clean = ''
  let done = 0
  for (const all of together(found)) {
    const [{ what, from } = { what: 'name' as const, from: done }] = all
    clean += `${text.slice(done, from)}${gap}`
    taken(what)
    done = Math.max(...all.map(({ until }) => until))
  }
  return clean + text.slice(done)
}

/** What overlaps is one, in the order of the text. */
function together(found: readonly Found[]): Found[][] {
  const all: Found[][] = []
  let done = 0
  for (const one of found.toSorted((a, b) => a.from - b.from)) {
    if (one.from >= done) all.push([])
    all.at(-1)?.push(one)
    done = Math.max(done, one.until)
  }
  return all
}

/** In one line, and without signs that are not seen and could stand between the digits of a number. */
function plain(text: string): string {
  return text
    .replace(/(?!\s)\p{Cf}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

const han = '\\p{Script=Han}'
/** Up to a blank, a Chinese letter or a sign that ends a sentence in Chinese. */
const rest = `[^\\s${han}，。；、！？（）【】《》“”"'<>…]`
const ends =
  'com|cn|net|org|edu|gov|io|cc|top|xyz|info|me|app|dev|site|online|shop|club|vip|tv|uk|de|fr|jp|hk|tw|eu|nl|ch|be|link|ink'
const digit = '[\\p{Nd}〇零一二三四五六七八九幺壹贰叁肆伍陆柒捌玖]'
const between = '[ \\-–—.·()（）_]{0,2}'
const units =
  /^ ?(?:[kMGT]?i?B|[GT]|[kmµu]?[VWAΩF]|[mk]?[WA]h|[kMG]?Hz|rpm|°|℃|[%％]|ohms?|BTU|lm|lux|K|[mck]?m|m?l|L|k?g|dpi|[伏瓦欧安转元块次秒天页张米度]|毫安|小时|分钟|流明|毫米|厘米|公里)(?![a-z])/u

// The commonest family names; a title after one of them makes a name of what stands before it.
const families =
  '王李张刘陈杨赵黄周吴徐孙胡朱林何郭罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田姜范石姚谭廖邹熊陆郝孔崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易武乔贺赖龚文'
const titles = '同学|老师|先生|女士|小姐|师傅|学长|学姐|学弟|学妹|教授|阿姨|叔叔|经理'
const word = "\\p{L}[\\p{L}\\p{N}_'’-]*"
const capital = "\\p{Lu}[\\p{L}'’-]*"
const services = '微信|wechat|weixin|whatsapp|telegram|skype|discord|instagram|line|github|qq|抖音|小红书|支付宝'

/** What stands before what is taken out only has to be there: it may itself be the end of something else. */
const patterns: readonly (readonly [Personal, RegExp])[] = [
  [
    'mail',
    /(?<![\p{Script=Latin}\p{Nd}._%+-])[\p{Script=Latin}\p{Nd}._%+-]+ ?(?:[@＠]|[([（] ?at ?[)\]）]) ?[\p{Script=Latin}\p{Nd}-]+(?: ?(?:[.．。]|[([（] ?dot ?[)\]）]) ?\p{Script=Latin}[\p{Script=Latin}\p{Nd}-]+)+/giu,
  ],
  ['mail', /(?<![\w.+-])[\w.+-]+ at [\w-]+(?: dot \w{2,})+/giu],
  ['link', new RegExp(`(?:(?:https?|ftp)://|www\\.)${rest}+`, 'giu')],
  [
    'link',
    new RegExp(
      `(?<![a-z0-9.@-])(?:[a-z0-9][a-z0-9-]*\\.)+(?:(?:${ends})(?![a-z0-9-])(?:[/?#:]${rest}*)?|[a-z]{2,}/${rest}+)`,
      'giu',
    ),
  ],
  [
    'name',
    new RegExp(
      `(?<=我叫|我的名字[是叫] ?|(?:姓名|联系人|报修人|送修人|机主|物主|称呼|名字) ?[:：是为] ?|姓名 )(?![了他她它人不醒过])(?:[${han}·]{2,4}|${capital}(?: ${capital}){0,2})`,
      'gu',
    ),
  ],
  ['name', new RegExp(`(?<=联系人|报修人|送修人)(?!方式|时)[${families}]${han}{1,2}`, 'gu')],
  ['name', new RegExp(`[小老]?[${families}]${han}{0,2}(?=${titles})`, 'gu')],
  [
    'name',
    new RegExp(
      `(?<=\\b(?:[Mm]y name(?: is|'s|’s)|[Nn]ame ?:|[Cc]ontact(?: person)? ?:|[Oo]wner ?:) ?)${word}(?: ${capital}){0,2}`,
      'gu',
    ),
  ],
  [
    'name',
    new RegExp(
      `(?<=\\b(?:[Cc]ontact|[Aa]sk for|[Cc]all me|I am|I['’]m|[Rr]egards,|[Tt]hanks,|[Cc]heers,) )${capital}(?: ${capital}){0,2}`,
      'gu',
    ),
  ],
  ['name', new RegExp(`(?<=\\b(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor)\\.? )${capital}(?: ${capital})?`, 'gu')],
  ['contact', /[@＠](?=[\p{L}_])[\p{L}\p{N}_.-]{2,20}/gu],
  // An account: after a colon, where it looks like no word, or after a word that is used for nothing else.
  ['contact', new RegExp(`(?<=(?<![a-z])(?:${services}) ?(?:号|账号|id|account)? ?[:：=] ?)[a-z0-9][\\w-]{2,}`, 'giu')],
  [
    'contact',
    new RegExp(`(?<=(?<![a-z])(?:${services}) ?(?:号码?|账号|id|account) ?(?:是|为|is)? ?)[a-z0-9][\\w-]{2,}`, 'giu'),
  ],
  ['contact', /(?<=微信 ?[是为]? ?)[a-z][\w-]{5,}/giu],
  ['contact', new RegExp(`(?<=(?<![a-z])(?:${services}) )(?=[a-z_-]*\\d|[a-z]+_)[\\w-]{5,}`, 'giu')],
  ['contact', /(?<=(?<![a-z])(?:vx|wx|v信|加(?:我|个)?(?:微信|vx?|qq))(?:号|[:：是为 ])*)[a-z0-9][\w-]{3,}/giu],
  // Five digits in a row, five one by one, or seven in groups.
  [
    'number',
    new RegExp(
      `[+＋]?(?:${digit}{5,}(?:${between}${digit})*|${digit}(?:[ \\-–—.·_]${digit}(?!${digit})){4,}|(?:${digit}${between}){6,}${digit})`,
      'gu',
    ),
  ],
]

/** A phone has more. */
const fewestDigits = 5
// Each in its turn from nought to nine.
const chineseDigits = '〇一二三四五六七八九零壹贰叁肆伍陆柒捌玖零幺'

/** The same with the digits that a phone is kept in. */
const inDigits = (text: string) =>
  text
    .normalize('NFKC')
    .replace(new RegExp(`[${chineseDigits}]`, 'gu'), (letter) => String(chineseDigits.indexOf(letter) % 10))

/** `10000mAh` and `1200-1500W` are what a device is like. */
function isMeasure(number: string, after: string): boolean {
  return /^(?:\d{5,6}|\d{2,4} ?[-–—] ?\d{2,4})$/.test(number) && units.test(after)
}

/** Names by their first two letters: a team has had hundreds of members, and a file has many texts. */
type NameIndex = ReadonlyMap<string, readonly Name[]>
interface Name {
  readonly text: string
  /** Whether it has to be written just so: one part of a name may be an ordinary word as well. */
  readonly exact: boolean
}

function nameIndex(names: readonly string[]): NameIndex {
  const index = new Map<string, Name[]>()
  const add = (text: string, exact: boolean) => {
    if (text.length > 1 && /\p{L}/u.test(text))
      index.getOrInsertComputed(text.slice(0, 2).toLowerCase(), () => []).push({ text, exact })
  }
  for (const name of new Set(names.map(plain))) {
    add(name, false)
    if (/^\p{Script=Han}{3,4}$/u.test(name)) add(name.slice(-2), true)
    const parts = name.split(/[\s·]+/)
    if (parts.length > 1)
      for (const part of parts) if (part.length > 2) add(`${part[0]?.toUpperCase()}${part.slice(1)}`, true)
  }
  for (const same of index.values()) same.sort((a, b) => b.text.length - a.text.length)
  return index
}

const inWord = /[\p{Script=Latin}\p{N}_]/u

function byName(text: string, index: NameIndex): Found[] {
  const found: Found[] = []
  if (index.size === 0) return found
  const small = text.toLowerCase()
  // A few letters of other languages become two as small ones; then the places would not be the same.
  const letters = small.length === text.length ? small : text
  for (let from = 0; from < text.length; from += 1) {
    const name = index.get(letters.slice(from, from + 2))?.find((one) => stands(text, from, one))
    if (name) found.push({ what: 'name', from, until: from + name.text.length })
  }
  return found
}

function stands(text: string, at: number, { text: name, exact }: Name): boolean {
  const there = text.slice(at, at + name.length)
  if (exact ? there !== name : there.toLowerCase() !== name.toLowerCase()) return false
  const joins = (inside: string, outside: string) => inWord.test(inside) && inWord.test(outside)
  return !(joins(name[0] ?? '', text[at - 1] ?? '') || joins(name.at(-1) ?? '', text[at + name.length] ?? ''))
}
