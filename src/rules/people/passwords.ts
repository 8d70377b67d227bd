import { Refusal } from '#contract/errors.ts'
import { commonPasswords } from './common-passwords.ts'

const commonHere: ReadonlySet<string> = new Set(
  `woaini520 woaini1314 woaini521 woaini123 52013145 5201314520 1314520520 13145200 520131400 aini1314 iloveyou1314 a12345678 a123456789
aa123456 aa12345678 aaa123456 abc123456 abc12345678 abcd1234 abcd123456 asd123456 asdf1234 q123456789 qq123456 qq123123 qq123456789
qwe123456 qwer123456 w123456789 wang1234 wang123456 zhang123 zhang123456 liu123456 chen1234 li123456 z123456789 zxc123456 zxcv1234
123456aa 123456ab 123456abc 123456qq 123456asd 123456qwe 12345678a 12345678abc 1234567a 123456789a 1234abcd 123qweasd 123qweasdzxc
1q2w3e4r5t6y 1qaz2wsx3edc 110110110 admin123 admin888 admin1234 admin123456 administrator root1234 root123456 test1234 test123456
user1234 user123456 guest123 passw0rd p@ssw0rd p@ssword password123 password1234 password888 welcome1 welcome123 changeme changeme123
fettle123 fettle1234 taobao123 weixin123 wechat123 xuexiao123 weixiu123 repair123`.split(/\s/),
)

export interface PasswordOwner {
  readonly name: string
  readonly stuid: string
  readonly team: string
}

/** Refuses passwords that attackers try first: common ones, keyboard patterns, and public facts about the owner. */
export function assertUncommon(password: string, { name, stuid, team }: PasswordOwner): void {
  const plain = plainOf(password)
  const known = [name, stuid, team].map(plainOf).filter((text) => text !== '')
  if (known.includes(plain) || isCommon(password.normalize('NFKC').toLowerCase()) || isPattern(plain))
    throw new Refusal('bad_input', { field: 'passwd', flaw: 'common_password' })
}

const isCommon = (text: string) => commonPasswords.has(text) || commonHere.has(text)

/** Without spaces and punctuation. */
function plainOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{P}]/gu, '')
}

/** A repetition of one to four characters, or a sequence: `88888888`, `abcabcabc`, `23456789`. */
function isPattern(text: string): boolean {
  if (/^(.{1,4})\1+.{0,3}$/su.test(text)) return true
  const codes = Array.from(text, (letter) => letter.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, i) => code - (codes[i] ?? 0)))
  return steps.size === 1 && (steps.has(1) || steps.has(-1))
}
