import { type Lang, langs } from '#contract/languages.ts'

/** Browsers know zones by their English names alone. */
const cities: Readonly<Record<string, Readonly<Record<Lang, string>>>> = {
  'Asia/Shanghai': {
    zh_CN: '北京、上海、广州、深圳、天津、重庆、成都、武汉、南京、杭州、西安',
    en_US: 'Beijing, Shanghai, Guangzhou, Shenzhen, Tianjin, Chongqing, Chengdu, Wuhan, Nanjing, Hangzhou, Xi’an',
  },
  'Asia/Urumqi': { zh_CN: '乌鲁木齐', en_US: 'Urumqi' },
  'Asia/Hong_Kong': { zh_CN: '香港', en_US: 'Hong Kong' },
  'Asia/Macau': { zh_CN: '澳门', en_US: 'Macao' },
  'Asia/Taipei': { zh_CN: '台北', en_US: 'Taipei' },
  'Asia/Tokyo': { zh_CN: '东京、大阪', en_US: 'Tokyo, Osaka' },
  'Asia/Seoul': { zh_CN: '首尔', en_US: 'Seoul' },
  'Asia/Singapore': { zh_CN: '新加坡', en_US: 'Singapore' },
  'Asia/Kuala_Lumpur': { zh_CN: '吉隆坡', en_US: 'Kuala Lumpur' },
  'Asia/Bangkok': { zh_CN: '曼谷', en_US: 'Bangkok' },
  'Asia/Jakarta': { zh_CN: '雅加达', en_US: 'Jakarta' },
  'Asia/Manila': { zh_CN: '马尼拉', en_US: 'Manila' },
  'Asia/Ho_Chi_Minh': { zh_CN: '胡志明市、河内', en_US: 'Ho Chi Minh City, Hanoi' },
  'Asia/Kolkata': { zh_CN: '新德里、孟买、加尔各答', en_US: 'New Delhi, Mumbai, Kolkata, Bangalore' },
  'Asia/Dubai': { zh_CN: '迪拜、阿布扎比', en_US: 'Dubai, Abu Dhabi' },
  'Asia/Almaty': { zh_CN: '阿拉木图', en_US: 'Almaty' },
  'Europe/London': { zh_CN: '伦敦、爱丁堡', en_US: 'London, Edinburgh, Manchester' },
  'Europe/Dublin': { zh_CN: '都柏林', en_US: 'Dublin' },
  'Europe/Paris': { zh_CN: '巴黎', en_US: 'Paris' },
  'Europe/Berlin': { zh_CN: '柏林、慕尼黑、汉堡', en_US: 'Berlin, Munich, Hamburg, Cologne' },
  'Europe/Vienna': { zh_CN: '维也纳', en_US: 'Vienna' },
  'Europe/Zurich': { zh_CN: '苏黎世、日内瓦', en_US: 'Zurich, Geneva, Bern' },
  'Europe/Amsterdam': { zh_CN: '阿姆斯特丹', en_US: 'Amsterdam, Rotterdam' },
  'Europe/Brussels': { zh_CN: '布鲁塞尔', en_US: 'Brussels' },
  'Europe/Madrid': { zh_CN: '马德里、巴塞罗那', en_US: 'Madrid, Barcelona' },
  'Europe/Lisbon': { zh_CN: '里斯本', en_US: 'Lisbon, Porto' },
  'Europe/Rome': { zh_CN: '罗马、米兰', en_US: 'Rome, Milan' },
  'Europe/Stockholm': { zh_CN: '斯德哥尔摩', en_US: 'Stockholm' },
  'Europe/Oslo': { zh_CN: '奥斯陆', en_US: 'Oslo' },
  'Europe/Copenhagen': { zh_CN: '哥本哈根', en_US: 'Copenhagen' },
  'Europe/Helsinki': { zh_CN: '赫尔辛基', en_US: 'Helsinki' },
  'Europe/Warsaw': { zh_CN: '华沙', en_US: 'Warsaw, Krakow' },
  'Europe/Prague': { zh_CN: '布拉格', en_US: 'Prague' },
  'Europe/Budapest': { zh_CN: '布达佩斯', en_US: 'Budapest' },
  'Europe/Athens': { zh_CN: '雅典', en_US: 'Athens' },
  'Europe/Istanbul': { zh_CN: '伊斯坦布尔', en_US: 'Istanbul, Ankara' },
  'Europe/Moscow': { zh_CN: '莫斯科、圣彼得堡', en_US: 'Moscow, Saint Petersburg' },
  'Africa/Cairo': { zh_CN: '开罗', en_US: 'Cairo' },
  'Africa/Johannesburg': { zh_CN: '约翰内斯堡、开普敦', en_US: 'Johannesburg, Cape Town' },
  'Africa/Lagos': { zh_CN: '拉各斯', en_US: 'Lagos, Abuja' },
  'Africa/Nairobi': { zh_CN: '内罗毕', en_US: 'Nairobi' },
  'America/New_York': {
    zh_CN: '纽约、华盛顿、波士顿、费城、亚特兰大、迈阿密',
    en_US: 'New York, Washington, Boston, Philadelphia, Atlanta, Miami',
  },
  'America/Chicago': { zh_CN: '芝加哥、休斯敦、达拉斯', en_US: 'Chicago, Houston, Dallas, Austin' },
  'America/Denver': { zh_CN: '丹佛、盐湖城', en_US: 'Denver, Salt Lake City' },
  'America/Phoenix': { zh_CN: '凤凰城', en_US: 'Phoenix' },
  'America/Los_Angeles': {
    zh_CN: '洛杉矶、旧金山、西雅图、圣迭戈',
    en_US: 'Los Angeles, San Francisco, Seattle, San Diego, Las Vegas',
  },
  'America/Toronto': { zh_CN: '多伦多、渥太华、蒙特利尔', en_US: 'Toronto, Ottawa, Montreal' },
  'America/Vancouver': { zh_CN: '温哥华', en_US: 'Vancouver' },
  'America/Mexico_City': { zh_CN: '墨西哥城', en_US: 'Mexico City' },
  'America/Sao_Paulo': { zh_CN: '圣保罗、里约热内卢', en_US: 'São Paulo, Rio de Janeiro' },
  'America/Argentina/Buenos_Aires': { zh_CN: '布宜诺斯艾利斯', en_US: 'Buenos Aires' },
  'America/Santiago': { zh_CN: '圣地亚哥', en_US: 'Santiago' },
  'Australia/Sydney': { zh_CN: '悉尼、堪培拉', en_US: 'Sydney, Canberra' },
  'Australia/Melbourne': { zh_CN: '墨尔本', en_US: 'Melbourne' },
  'Australia/Brisbane': { zh_CN: '布里斯班', en_US: 'Brisbane' },
  'Australia/Perth': { zh_CN: '珀斯', en_US: 'Perth' },
  'Pacific/Auckland': { zh_CN: '奥克兰、惠灵顿', en_US: 'Auckland, Wellington' },
}

/** Zones that some browsers still call by their old names. */
const renamed: Readonly<Record<string, string>> = {
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Asia/Calcutta': 'Asia/Kolkata',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
}
const newName = (zone: string) => renamed[zone] ?? zone

export function zonesWith(chosen: string, known: readonly string[]): string[] {
  return [...(chosen ? [chosen] : []), ...known.filter((zone) => newName(zone) !== newName(chosen))]
}

/** `北京 · Asia/Shanghai`: the zone by its best-known city. */
export function zoneLabel(zone: string, lang: Lang): string {
  const city = cities[newName(zone)]?.[lang].split(/[、,]/)[0] ?? zone.split('/').at(-1)?.replaceAll('_', ' ')
  return city === zone ? zone : `${city} · ${zone}`
}

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[_’']/g, ' ').toLowerCase()

/** Whether a search text matches a city of the zone in any language, or its name. */
export function isZoneMeant(zone: string, typed: string): boolean {
  const names = [zone, ...langs.map((lang) => cities[newName(zone)]?.[lang] ?? '')]
  return plain(names.join(' ')).includes(plain(typed).trim())
}
