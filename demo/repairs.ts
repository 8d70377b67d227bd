import type { Barrier } from '#contract/tickets/outcome-fields.ts'

/** A simple repair. */
export type Repair = [
  daysAgo: number,
  /** The hour of that day. */
  at: number,
  /** Indexes in the lists of users and members. */
  user: number,
  member: number,
  /** Hours until it was claimed, and until it was done. */
  claimed: number,
  done: number,
  type: 0 | 1,
  device: string,
  model: string,
  problem: string,
  said: string,
  /** Why it could not be repaired. */
  barrier?: Barrier,
]

export const repairs: readonly Repair[] = [
  [62, 10, 0, 0, 1, 4, 0, '电风扇', '格力 FD-40', '按了开关没反应，指示灯也不亮。', '电源线在根部断了，已换线。'],
  [61, 15, 1, 3, 2, 26, 1, 'Laptop', 'Acer Swift 3', 'Keyboard misses some letters.', 'Cleaned under the keys.'],
  [58, 19, 2, 5, 1, 2, 0, '台灯', '', '灯头一碰就灭。', '灯座弹片松了，重新调整。'],
  [55, 14, 0, 4, 20, 48, 1, '笔记本电脑', '华硕 灵耀 14', '电池鼓包，触摸板按不下去。', '换了电池，旧电池已回收。'],
  [52, 11, 1, 1, 3, 5, 0, 'Kettle', 'Philips HD9350', 'Switches off long before the water boils.', 'New steam switch.'],
  [51, 16, 2, 2, 1, 23, 0, '吹风机', '飞利浦 BHD', '吹几分钟就停，凉了又能用。', '进风口堵了，温控正常。'],
  [48, 9, 0, 6, 2, 6, 1, '台式电脑', '', '开机三短一长，屏幕不亮。', '内存金手指氧化，擦拭后正常。'],
  [
    47,
    14,
    1,
    0,
    24,
    98,
    1,
    'Monitor',
    'LG 27UL',
    'Bright line down the middle.',
    'The panel itself.',
    'parts_expensive',
  ],
  [45, 18, 2, 4, 1, 20, 0, '电吹风', '松下', '有火花。', '碳刷磨完，换新。'],
  [44, 10, 0, 3, 5, 8, 1, '鼠标', '罗技 G304', '单击变双击。', '换了左键微动。'],
  [41, 15, 1, 5, 2, 3, 0, 'Rice cooker', 'Tiger', 'Does not switch to warm.', 'Cleaned the sensor plate.'],
  [40, 19, 2, 1, 14, 44, 1, '笔记本电脑', '戴尔 G15', '合页裂了，屏幕合不上。', '打孔重新固定了合页。'],
  [38, 14, 0, 2, 1, 4, 0, '电热水壶', '美的', '底座接触不良。', '底座触点打磨后正常。'],
  [37, 11, 2, 6, 3, 27, 1, '笔记本电脑', '联想 小新 14', '风扇一直转，玩游戏会关机。', '清灰，换了散热硅脂。'],
  [34, 16, 2, 0, 2, 5, 0, '台灯', '小米', '亮度不能调。', '旋钮电位器清洗后恢复。'],
  [33, 10, 0, 4, 26, 74, 1, '平板电脑', 'iPad 8', '屏幕碎了。', '外屏换好，触控正常。'],
  [31, 15, 1, 3, 1, 2, 0, 'Fan heater', '', 'Smells burnt, so I stopped using it.', 'The plug had melted; new plug.'],
  [30, 18, 2, 5, 3, 40, 1, '移动硬盘', '希捷 1TB', '摔过，插上有咔咔声。', '磁头坏了，需要专业开盘。', 'no_equipment'],
  [27, 14, 0, 1, 1, 3, 0, '电风扇', '艾美特', '摇头停不下来。', '换了摇头齿轮。'],
  [24, 11, 1, 2, 20, 26, 1, 'Printer', 'Canon G3010', 'Prints blank pages.', 'Cleaned the print head.'],
  [23, 16, 2, 6, 2, 4, 0, '电饭锅', '九阳', '显示 E3。', '底部温度传感器插头松了。'],
  [20, 10, 0, 0, 1, 22, 1, '笔记本电脑', '惠普 战 66', '充电口松，要按着才充。', '换了电源接口小板。'],
  [17, 15, 1, 4, 4, 7, 0, 'Desk lamp', 'IKEA', 'The switch does nothing.', 'New switch.'],
  [16, 19, 2, 3, 1, 21, 1, '键盘', '', '进水后几个键连在一起。', '拆洗烘干，全部恢复。'],
  [13, 14, 0, 5, 2, 5, 0, '加湿器', '美的', '开机就报缺水。', '浮子卡住，清理水垢。'],
  [10, 11, 1, 6, 1, 25, 1, 'Laptop', 'Surface Laptop 3', 'Wi-Fi drops every few minutes.', 'Antenna cable was loose.'],
  [9, 16, 2, 1, 3, 6, 0, '电热水壶', '苏泊尔', '盖子关不严，水烧不开跳闸。', '盖子卡扣修好。'],
  [6, 15, 0, 2, 1, 4, 1, '路由器', 'TP-Link', '一天断几次网。', '电源适配器老化，换了一个。'],
]
