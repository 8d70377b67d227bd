import { brandWords } from './brand-words.ts'
import { chineseDigits, englishDigits, pinyinDigits } from './written-digits.ts'

/** The kinds of personal data that are removed before publication. */
export const personalKinds = ['mail', 'link', 'contact', 'number', 'name'] as const
export type PersonalKind = (typeof personalKinds)[number]

const han = '\\p{Script=Han}'
/** Up to a space, a Chinese character or the end of a Chinese sentence. */
const rest = `[^\\s${han}，。；、！？（）【】《》“”"'<>…]`
const ends =
  'com|cn|net|org|edu|gov|io|cc|top|xyz|info|me|app|dev|site|online|shop|club|vip|tv|uk|de|fr|jp|hk|tw|eu|nl|ch|be|link|ink'

// The most common family names. A following title marks a name.
const families =
  '王李张刘陈杨赵黄周吴徐孙胡朱林何郭罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田姜范石姚谭廖邹熊陆郝孔崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易武乔贺赖龚文'
const titles = '同学|老师|先生|女士|小姐|师傅|学长|学姐|学弟|学妹|教授|阿姨|叔叔|经理'
const word = "\\p{L}[\\p{L}\\p{N}_'’-]*"
const capital = "\\p{Lu}[\\p{L}'’-]*"

// Brands that look like a person's name or follow the same words.
const titled =
  "Coffee|Heater|Bar-B-Q|Beams|Muscle|Clean|Cool|Siga|Oetker|Martens|Brown['’]?s|Dre|Pepper|Scholl|Infrared|Mach|Fone|Web|Meyer['’]s"
const products = `${Object.keys(brandWords).join('|')}|Windows|Linux|Android|Chrome`

const services =
  '[微薇溦] ?信|威信|維信|we ?chat|wei ?xin|whatsapp|telegram|skype|discord|instagram|line|github|q ?q|扣扣|抖音|小红书|支付宝'
const accountWord = '(?:号码?|账号|帐号|id|account)'
const short = '(?:vx|wx|v信|加(?:我|个)?(?:微信|vx?|qq)|[+] ?v)'
const sign = '[ :：=→>\\-–—~/|()（）【】「」\\[\\]"“”]'
/** Letters mixed with digits, unlike a word. */
const mixed = '(?=[a-z_-]*[\\d_])(?=[\\d_-]*[a-z])[\\w-]{4,}\\w'

const at = '(?:[@＠]|[(（[{【] ?at? ?[)）\\]}】]|艾特|#(?=(?:qq|163|126|gmail|outlook|hotmail|foxmail|sina|yeah)\\.))'
const dot = '(?:[.．。点]|[(（[{【] ?dot ?[)）\\]}】])'
const inMail = '[\\p{Script=Latin}\\p{Nd}-]'

/** Separators within a number. In a list, a space follows the comma. */
const between = ' ?(?:[^\\p{L}\\p{N}\\s…，、；。！？,;"“”‘’]{1,3} ?|,)?'
const digit = `[0-9${chineseDigits}]`
const spelled = (digits: Readonly<Record<string, string>>) => {
  const words = Object.keys(digits).join('|')
  return `(?<![a-z])(?:${words})(?:[ ,./-]{0,2}(?:${words})){6,}(?![a-z])`
}

/** The text before a match is only looked at: it may itself end another match. */
export const patterns: readonly (readonly [PersonalKind, RegExp])[] = [
  [
    'mail',
    new RegExp(
      `(?<![\\p{Script=Latin}\\p{Nd}._%+-])[\\p{Script=Latin}\\p{Nd}._%+-]+ ?${at} ?${inMail}+(?: ?${dot} ?\\p{Script=Latin}${inMail}*)+`,
      'giu',
    ),
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
  ['name', new RegExp(`(?!康师傅)[小老]?[${families}]${han}{0,2}(?=${titles})`, 'gu')],
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
      `(?<=\\b(?:[Cc]ontact|[Aa]sk for|[Cc]all me|I am|I['’]m|[Rr]egards,|[Tt]hanks,|[Cc]heers,) )(?!(?:${products})(?!\\p{L}))${capital}(?: ${capital}){0,2}`,
      'gu',
    ),
  ],
  [
    'name',
    new RegExp(
      `(?<=\\b(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor)\\.? )(?!(?:${titled})(?!\\p{L}))${capital}(?: ${capital})?`,
      'gu',
    ),
  ],
  ['contact', /[@＠](?=[\p{L}_])[\p{L}\p{N}_.-]{2,20}/gu],
  // An account: after a colon, with mixed letters and digits, or after an unambiguous word.
  ['contact', new RegExp(`(?<=(?<![a-z])(?:${services}) ?${accountWord}? ?[:：=] ?)[a-z0-9][\\w.-]+\\w`, 'giu')],
  [
    'contact',
    new RegExp(`(?<=(?<![a-z])(?:${services}) ?${accountWord} ?(?:是|为|is)?${sign}{0,4})[a-z0-9][\\w.-]+\\w`, 'giu'),
  ],
  ['contact', /(?<=微信 ?[是为]? ?)[a-z][\w-]{5,}/giu],
  [
    'contact',
    new RegExp(`(?<=(?<![a-z])(?:${services})${sign}{1,3})(?:${mixed}|(?:[a-z0-9] ){4,}[a-z0-9](?!\\w))`, 'giu'),
  ],
  ['contact', new RegExp(`(?<=(?<![a-z])${short}(?:号|[:：=是为 ])*)[a-z0-9][\\w.-]{2,}\\w`, 'giu')],
  ['contact', new RegExp(`(?<=(?<![a-z])${short}-)${mixed}`, 'giu')],
  // V stands for WeChat or volt.
  ['contact', /(?<=(?<![a-z0-9.])v ?[:：=])[a-z][\w-]{5,}/giu],
  ['contact', new RegExp(`(?<=(?<![a-z0-9.])v ?[:：=] )${mixed}`, 'giu')],
  ['contact', /(?<=(?<![a-z0-9.]|\d )v )[a-z]{4,}[a-z_-]*\d[\w-]*/giu],
  // Five digits together, five single ones, or seven in groups.
  [
    'number',
    new RegExp(
      `[+＋]?(?:${digit}{5,}(?:${between}${digit})*|${digit}(?:[ \\-–—.·_]${digit}(?!${digit})){4,}|[(（]?(?:${digit}${between}){6,}${digit})`,
      'gu',
    ),
  ],
  // Letters that look like digits.
  ['number', new RegExp(`(?<![a-z0-9])[1l][3-9](?:${between}[0-9ol]){9}(?![a-z0-9])`, 'giu')],
  ['number', new RegExp(spelled(englishDigits), 'giu')],
  ['number', new RegExp(spelled(pinyinDigits), 'giu')],
]
