import { categories } from '#contract/codes.ts'
import { words } from '#contract/words/index.ts'
import { keysOf } from '#kit/typed-keys.ts'
import { lettersAndDigits } from './normalize.ts'

type Name = keyof typeof categories

/** Everyday words for each category. */
const everyday: Readonly<Partial<Record<Name, string>>> = {
  aircon_dehumidifier: '空调|除湿机|抽湿机|air conditioner|aircon|dehumidifier',
  battery_charger_adapter:
    '充电器|充电宝|移动电源|电池|适配器|电源适配器|charger|battery|adapter|power bank|power supply',
  decorative_or_safety_lights: '装饰灯|彩灯|应急灯|fairy lights|christmas lights',
  desktop_computer: '台式机|台式|电脑主机|主机|desktop|desktop pc|pc',
  digital_compact_camera: '数码相机|相机|卡片机|照相机|camera|digital camera',
  dslr_video_camera: '单反|单反相机|摄像机|dslr|camcorder|video camera',
  fan: '电风扇|电扇|fans',
  flat_screen: '显示器|电视|电视机|屏幕|液晶显示器|monitor|tv|television|screen',
  hair_and_beauty:
    '剃须刀|电动剃须刀|卷发棒|直发器|理发器|电动牙刷|shaver|hair straightener|hair clippers|hair & beauty',
  handheld_entertainment: '掌机|mp3|mp4|随身听|psp|mp3 player',
  headphones: '头戴耳机|蓝牙耳机|耳麦|headset|earphones|earbuds',
  hifi_integrated: '音响|一体音响|hifi|stereo|boombox|hi-fi',
  hifi_separates: '音箱|功放|speaker|speakers|amplifier|turntable|record player',
  kettle: '热水壶|电热水壶|烧水壶|水壶|electric kettle',
  lamp: '台灯|灯|落地灯|护眼灯|light|desk lamp',
  laptop: '笔记本|手提电脑|笔电|notebook|laptop computer|macbook',
  large_home_electrical: '洗衣机|冰箱|烘干机|洗碗机|washing machine|fridge|refrigerator|dishwasher|dryer|tumble dryer',
  misc: '其它|杂项|other|others|miscellaneous',
  mobile: '智能手机|移动电话|mobile phone|phone|smartphone|cell phone|iphone',
  musical_instrument: '电子琴|电钢琴|电吉他|keyboard instrument|electric guitar|synthesizer',
  paper_shredder: 'shredder',
  pc_accessory:
    '键盘|鼠标|硬盘|移动硬盘|路由器|u盘|显卡|电脑外设|外设|mouse|hard drive|router|pc peripheral|computer accessory',
  portable_radio: '收音机|radio|dab radio',
  power_tool: '电钻|电动螺丝刀|角磨机|drill|power drill|sander',
  printer_scanner: '打印机|扫描仪|复印机|printer|scanner',
  projector: '投影机|投影',
  sewing_machine: 'overlocker',
  small_home_electrical: '加湿器|电热毯|取暖器|电暖器|humidifier|heater|electric blanket',
  small_kitchen_item: '电饭煲|电饭锅|电磁炉|微波炉|电压力锅|空气炸锅|rice cooker|microwave|air fryer|slow cooker',
  tablet: '平板|ipad|tablet computer|tablet pc|e-reader',
  toaster: '多士炉|面包机',
  toy: '玩具车|遥控车|electronic toy|toys',
  tv_and_gaming_accessories:
    '遥控器|机顶盒|游戏手柄|手柄|remote control|set-top box|game controller|tv & gaming accessories',
  vacuum: '吸尘机|扫地机|扫地机器人|vacuum cleaner|hoover|robot vacuum',
  watch_clock: '手表|闹钟|时钟|钟|表|watch|clock|alarm clock',
  coffee_maker: '磨豆机|coffee machine|espresso machine|coffee grinder',
  food_processor: '榨汁机|破壁机|豆浆机|搅拌机|料理机|blender|mixer|juicer',
  games_console: '游戏机|switch|ps5|xbox|playstation|game console|console',
  hair_dryer: '吹风机|hairdryer|hair drier',
  iron: '电熨斗|挂烫机|steam iron|steamer',
}

/** The number of each category by its names in all languages and its everyday words. */
export const categoryNames: ReadonlyMap<string, number> = new Map(
  keysOf(categories).flatMap((name) => {
    const all = [name, ...Object.values(words).map(({ codes }) => codes.category[name])]
    return [...(everyday[name]?.split('|') ?? []), ...all].map(
      (word) => [lettersAndDigits(word), categories[name]] as const,
    )
  }),
)
