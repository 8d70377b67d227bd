import assert from 'node:assert/strict'
import { test } from 'node:test'
import { categories } from '#contract/codes.ts'
import { guessDevice } from './categories.ts'
import { categoryWords } from './category-words.ts'

/** Names of devices as people write them, with the model behind a bar, and the category of each. */
const seen: Readonly<Partial<Record<keyof typeof categories, string>>> = {
  aircon_dehumidifier: '空调|格力 KFR-35GW; 宿舍除湿机; portable air conditioner; Dehumidifier|DeLonghi DDSX220',
  battery_charger_adapter:
    '笔记本充电器; 手机充电头; 充电宝|小米 20000mAh; laptop charger; Power bank; 电源适配器|联想 65W; charger for iPhone; USB charger',
  decorative_or_safety_lights: '圣诞灯; 小夜灯; 手电筒; Fairy lights; bike light; LED strip',
  desktop_computer: '台式机; 台式电脑|戴尔 OptiPlex 7010; 电脑主机; Desktop PC; iMac 2017; 电脑|Mac mini; gaming PC',
  digital_compact_camera: '数码相机|佳能 IXUS; CCD相机; digital camera; 相机|Nikon Coolpix',
  dslr_video_camera: '单反相机|尼康 D90; 微单; GoPro Hero 7; camcorder; 运动相机',
  fan: '电风扇; 小风扇 USB; 落地扇|美的 FS40; desk fan; Tower fan; 空调扇; ceiling fan (bedroom)',
  flat_screen: '显示器|AOC 24; 电脑显示器; 电视机; LG monitor; Smart TV; 液晶电视|创维; TV',
  hair_and_beauty:
    '剃须刀|飞科 FS372; 电动牙刷; 卷发棒; Hair straighteners|ghd; beard trimmer; electric toothbrush|Oral-B',
  handheld_entertainment: 'MP3 player; iPod nano; PSP; Game Boy Color; 随身听|索尼; 录音笔',
  headphones: '蓝牙耳机; AirPods Pro; 耳机|索尼 WH-1000XM4; headset; Earbuds; 头戴式耳机; bose headphones',
  hifi_integrated: '蓝牙音箱; 小爱同学; Bluetooth speaker|JBL Flip 5; boombox; 智能音箱',
  hifi_separates: '功放; record player; CD player; turntable|Technics; Amplifier',
  kettle: '电水壶; 热水壶|美的 MK-HJ1522; 养生壶; Kettle; electric kettle (white); 烧水壶坏了',
  lamp: '台灯; 护眼灯|欧普; desk lamp; floor lamp; 床头灯; LED table lamp',
  laptop:
    '笔记本电脑; 笔记本|联想 ThinkPad X1; MacBook Air M1; 电脑|ThinkPad T480; Laptop; laptop with broken fan; 游戏本|拯救者 Y7000; 小明的笔记本; 笔记本键盘; laptop battery; Dell Latitude 5490; 惠普笔记本电脑开不了机',
  large_home_electrical: '冰箱; 洗衣机|海尔; Fridge; washing machine; dishwasher; 热水器',
  misc: '电动车; electric scooter; 雨伞; e-bike; 无人机|大疆 Mini 2',
  mobile:
    '手机; iPhone13 Pro; 手机|Redmi Note 9; 小米手机; mobile phone; Samsung Galaxy S21; smartphone; 手机屏幕碎了; 手机和充电器; 华为手机充不进电; 手机电池',
  musical_instrument: '电子琴; 电吉他; MIDI键盘; digital piano|Yamaha P-45; guitar amp; 尤克里里',
  paper_shredder: '碎纸机; paper shredder; Shredder',
  pc_accessory:
    '机械键盘; 鼠标; 路由器|TP-Link; 移动硬盘|希捷; USB hub; keyboard; mouse for laptop; 显卡; webcam; 电脑键盘; 电脑风扇',
  portable_radio: '收音机; DAB radio; portable radio; radio|Roberts R20',
  power_tool: '电钻; 电烙铁; cordless drill; soldering iron; hedge trimmer; 角磨机',
  printer_scanner: '打印机卡纸; 打印机|惠普 LaserJet 1020; Printer; scanner; 多功能一体机; inkjet printer / scanner',
  projector: '投影仪|极米; projector; 投影机',
  sewing_machine: '缝纫机; sewing machine|Singer; overlocker',
  small_home_electrical: '加湿器; 电热毯; 插线板|公牛; fan heater; air purifier; 暖手宝; extension lead',
  small_kitchen_item: '电饭煲|苏泊尔; 微波炉; 电磁炉; rice cooker; air fryer; 电煮锅; Microwave; 空气炸锅',
  tablet: 'iPad; 平板电脑; 平板|华为 MatePad; Kindle; Surface Pro 7; tablet (Samsung)',
  toaster: '烤面包机; toaster; 多士炉; 2 slice toaster',
  toy: '遥控车; 玩具; remote control car; toy train',
  tv_and_gaming_accessories: '电视遥控器; 机顶盒; 游戏手柄; remote control; DVD player; 电视机顶盒; Xbox controller',
  vacuum: '吸尘器|戴森 V8; 扫地机器人; vacuum cleaner; Henry hoover; 石头扫地机',
  watch_clock: '智能手表; 闹钟; wall clock; Apple Watch; 手环|小米; watches',
  coffee_maker: '咖啡机|德龙; coffee machine; Nespresso; espresso machine',
  food_processor: '豆浆机|九阳; 榨汁机; blender; food processor|Kenwood; 破壁机; hand mixer',
  games_console: 'PS5; Xbox One; 游戏机; Nintendo Switch; games console; PlayStation 4 (no power)',
  hair_dryer: '吹风机; 电吹风|戴森; Hair dryer; hairdryer',
  iron: '电熨斗; 挂烫机; steam iron; Iron|Philips Azur',
}

/** Words that resemble a known device and mean something else. */
const traps = [
  ...['电脑椅', '电脑桌', '手机壳', '手机支架', '手机贴膜', '打印机墨盒', '耳机线', '鼠标垫', '笔记本电脑包', '电视柜'],
  ...[
    '平板保护套',
    '充电线',
    '数据线',
    '水壶',
    '保温壶',
    '热水袋',
    '电脑',
    '相机',
    '音箱',
    '投影幕布',
    '手机的壳',
    '监控摄像头',
  ],
  ...['printer cable', 'phone case', 'laptop bag', 'iPad case', 'TV stand', 'mouse pad', 'mouse mat', 'lamp shade'],
  ...[
    'ironing board',
    'cast iron pan',
    'baby monitor',
    'projector screen',
    'watch strap',
    'vacuum flask',
    'coffee table',
  ],
  ...[
    'fanzine',
    'kettlebell',
    'desk phone',
    'printer paper',
    'camera',
    'speaker',
    'something',
    '',
    '。。。',
    '1234',
    'x',
  ],
] as const

test('the category is guessed from what people call their devices, in both languages', () => {
  const all = Object.entries(seen).flatMap(([name, list]) =>
    list.split('; ').map((text) => ({ text, category: categories[name as keyof typeof categories] })),
  )
  assert.ok(all.length >= 150, String(all.length))
  const wrong = all.flatMap(({ text, category }) => {
    const [device = '', model = ''] = text.split('|')
    const guess = guessDevice(device, model).category
    return guess === category ? [] : [`${text}: ${guess}`]
  })
  assert.ok(wrong.length <= all.length * 0.05, wrong.join('\n'))
})

test('words that only resemble a device give no category, even beside a known model', () => {
  assert.deepEqual(
    traps.filter((text) => guessDevice(text, '').category !== 0),
    [],
  )
  assert.equal(guessDevice('手机壳', 'iPhone 13').category, 0)
  assert.equal(guessDevice('电脑', 'iPhone').category, categories.mobile, 'a computer can have any category')
})

test('each brand has one name and is not found inside other words', () => {
  for (const [text, brand] of [
    ['小米手机', 'Xiaomi'],
    ['Mi 11', 'Xiaomi'],
    ['Redmi Note 9', 'Xiaomi'],
    ['联想笔记本', 'Lenovo'],
    ['thinkpad', 'Lenovo'],
    ['美的电饭煲', 'Midea'],
    ['MIDEA kettle', 'Midea'],
    ['ＬＧ 显示器', 'LG'],
    ['HP LaserJet', 'HP'],
    ['苹果13', 'Apple'],
    ['iphone13', 'Apple'],
    ['PS5', 'Sony'],
    ['De’Longhi'.replace('’', "'"), "De'Longhi"],
    ['Black & Decker drill', 'Black & Decker'],
    ['兄弟打印机', 'Brother'],
    ['charger for iPhone, Anker', 'Apple'],
    ['完美的台灯', ''],
    ['我兄弟的手机', ''],
    ['my brother’s phone', ''],
    ['小米粥锅', ''],
    ['苹果榨汁机', ''],
    ['microwave', ''],
    ['camion', ''],
    ['shp', ''],
    ['kettle', ''],
  ] as const)
    assert.equal(guessDevice(text, '').brand, brand, text)
  assert.equal(guessDevice('笔记本', 'Dell XPS').brand, 'Dell')
  assert.equal(
    guessDevice('华为笔记本', 'Dell').brand,
    'Huawei',
    'the brand in the device name comes before the one in the model',
  )
})

test('every category has words in both languages', () => {
  for (const [name, [zh, en]] of Object.entries(categoryWords)) {
    assert.ok(zh.split(' ').length >= 3, name)
    assert.ok(en.split(', ').length >= 4, name)
    for (const word of [...zh.split(' '), ...en.split(', ')])
      assert.equal(guessDevice(word, '').category, categories[name as keyof typeof categories], word)
  }
})
