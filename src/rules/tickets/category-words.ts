import type { categories } from '#contract/codes.ts'

/** The words for things of each category. English words match as whole words. */
export const categoryWords: Readonly<Record<keyof typeof categories, readonly [zh: string, en: string]>> = {
  aircon_dehumidifier: [
    '空调 空调机 移动空调 除湿机 抽湿机 除湿器 冷气机',
    'air conditioner, aircon, air con, air conditioning unit, dehumidifier, air cooler',
  ],
  battery_charger_adapter: [
    '充电器 充电宝 移动电源 电源适配器 适配器 电池 充电头 充电座 充电电池 蓄电池 充电桩 变压器',
    'charger, power bank, powerbank, power adapter, power adaptor, ac adapter, battery, battery pack, battery charger, phone charger, charging dock, transformer',
  ],
  decorative_or_safety_lights: [
    '彩灯 圣诞灯 小夜灯 夜灯 灯串 灯带 手电筒 手电 头灯 应急灯 氛围灯 自行车灯',
    'fairy lights, string lights, christmas lights, torch, flashlight, head torch, headlamp, bike light, bicycle light, night light, led strip, lava lamp',
  ],
  desktop_computer: [
    '台式机 台式电脑 台式 主机 电脑主机 组装机 电脑一体机 工作站 迷你主机 游戏台式机',
    'desktop, desktop computer, desktop pc, pc, imac, mac mini, tower pc, gaming pc, mini pc, optiplex, all in one pc, computer tower',
  ],
  digital_compact_camera: [
    '数码相机 卡片机 卡片相机 傻瓜相机 拍立得 ccd相机',
    'digital camera, compact camera, coolpix, powershot, cyber shot, cybershot, instax',
  ],
  dslr_video_camera: [
    '单反 单反相机 微单 微单相机 摄像机 运动相机 无反相机 录像机',
    'dslr, slr, mirrorless camera, camcorder, video camera, action camera, gopro, dslr camera, vhs player, video recorder',
  ],
  fan: [
    '风扇 电风扇 电扇 落地扇 台扇 吊扇 塔扇 循环扇 小风扇 空调扇 冷风扇 无叶风扇 排气扇 换气扇',
    'fan, electric fan, desk fan, tower fan, ceiling fan, pedestal fan, table fan, usb fan, standing fan',
  ],
  flat_screen: [
    '显示器 电脑显示器 显示屏 电视 电视机 液晶电视 智能电视 彩电 监视器',
    'tv, television, monitor, computer monitor, lcd monitor, led tv, smart tv, flat screen, flatscreen, lcd tv',
  ],
  hair_and_beauty: [
    '剃须刀 电动剃须刀 刮胡刀 卷发棒 直发器 直发棒 夹板 电动牙刷 牙刷 冲牙器 理发器 电推子 推子 脱毛仪 洁面仪 美容仪',
    'shaver, electric shaver, razor, electric razor, hair straightener, straightener, hair straighteners, curling iron, curling wand, hair clipper, clippers, beard trimmer, trimmer, electric toothbrush, toothbrush, epilator, water flosser',
  ],
  handheld_entertainment: [
    '掌机 掌上游戏机 随身听 播放器 录音笔 复读机 点读笔',
    'mp3 player, mp4 player, mp3, mp4, ipod, walkman, discman, game boy, gameboy, psp, ps vita, nintendo ds, nintendo 3ds, 3ds, steam deck, handheld console, voice recorder',
  ],
  headphones: [
    '耳机 蓝牙耳机 无线耳机 头戴式耳机 降噪耳机 耳麦 耳塞式耳机 游戏耳机',
    'headphones, headphone, headset, earphones, earphone, earbuds, earbud, airpods, air pods, freebuds, galaxy buds',
  ],
  hifi_integrated: [
    '蓝牙音箱 蓝牙音响 智能音箱 组合音响 收录机 便携音箱 小爱音箱 小爱同学 迷你音响',
    'bluetooth speaker, smart speaker, boombox, boom box, hifi system, hi-fi system, mini hifi, stereo system, portable speaker, cassette player, speaker dock',
  ],
  hifi_separates: [
    '功放 唱片机 黑胶机 唱机 磁带机 音响功放 cd机 低音炮',
    'amplifier, turntable, record player, cd player, av receiver, tape deck, subwoofer, hifi speaker, equaliser',
  ],
  kettle: [
    '电水壶 热水壶 电热水壶 烧水壶 电热壶 养生壶 烧水器 热水瓶',
    'kettle, electric kettle, tea kettle, water boiler, cordless kettle, travel kettle',
  ],
  lamp: [
    '台灯 护眼灯 落地灯 床头灯 吸顶灯 吊灯 壁灯 日光灯 灯泡 灯管 阅读灯',
    'lamp, desk lamp, table lamp, floor lamp, bedside lamp, ceiling light, reading lamp, standard lamp, light bulb, reading light',
  ],
  laptop: [
    '笔记本 笔记本电脑 手提电脑 游戏本 轻薄本 超极本 上网本 商务本 拯救者 小新 苹果本 苹果笔记本',
    'laptop, laptop computer, notebook, notebook computer, macbook, macbook pro, macbook air, thinkpad, thinkbook, ideapad, chromebook, ultrabook, netbook, matebook, magicbook, redmibook, surface laptop, surface book, zenbook, vivobook, inspiron, latitude, elitebook, probook',
  ],
  large_home_electrical: [
    '冰箱 电冰箱 冰柜 冷柜 洗衣机 滚筒洗衣机 烘干机 干衣机 洗碗机 热水器 油烟机 抽油烟机',
    'fridge, refrigerator, freezer, washing machine, washer, dishwasher, tumble dryer, clothes dryer, water heater, cooker hood, electric cooker',
  ],
  misc: [
    '电动车 电动自行车 电瓶车 电动滑板车 平衡车 无人机 雨伞 自行车 行李箱 拉杆箱',
    'e-bike, ebike, electric bike, electric scooter, e-scooter, hoverboard, drone, umbrella, bicycle, suitcase',
  ],
  mobile: [
    '手机 智能手机 老人机 老年机 苹果手机 安卓手机 折叠屏手机',
    'mobile, mobile phone, cell phone, cellphone, smartphone, smart phone, phone, iphone, android phone, galaxy s, galaxy note, redmi note, google pixel',
  ],
  musical_instrument: [
    '电子琴 电钢琴 钢琴 吉他 电吉他 贝斯 合成器 架子鼓 电子鼓 尤克里里 小提琴 效果器 midi键盘 二胡',
    'guitar, electric guitar, bass guitar, digital piano, electric piano, piano, synthesizer, synth, midi keyboard, electronic keyboard, keyboard piano, ukulele, violin, drum kit, guitar amp, guitar amplifier, effects pedal',
  ],
  paper_shredder: ['碎纸机 文件粉碎机 碎纸器', 'paper shredder, shredder, document shredder, cross cut shredder'],
  pc_accessory: [
    '鼠标 键盘 机械键盘 路由器 光猫 无线网卡 网卡 移动硬盘 硬盘 固态硬盘 优盘 u盘 摄像头 扩展坞 转接头 显卡 主板 内存条 手写板 数位板 交换机 散热风扇 机箱风扇 电脑风扇 笔记本散热器 读卡器',
    'mouse, wireless mouse, keyboard, mechanical keyboard, webcam, router, wifi router, modem, hard drive, external hard drive, hard disk, usb drive, usb stick, usb hub, docking station, graphics card, motherboard, graphics tablet, drawing tablet, cpu fan, case fan, network switch, memory card reader, hdmi adapter, usb adapter',
  ],
  portable_radio: [
    '收音机 便携收音机 半导体收音机 调频收音机 半导体 数字收音机',
    'radio, portable radio, dab radio, pocket radio, transistor radio, fm radio, wind up radio',
  ],
  power_tool: [
    '电钻 手电钻 冲击钻 电锤 电锯 角磨机 电烙铁 热风枪 电动螺丝刀 打磨机 割草机 电批',
    'drill, power drill, cordless drill, electric drill, hammer drill, jigsaw, circular saw, electric saw, angle grinder, sander, soldering iron, heat gun, electric screwdriver, hedge trimmer, strimmer, lawn mower, lawnmower',
  ],
  printer_scanner: [
    '打印机 喷墨打印机 激光打印机 扫描仪 复印机 打印一体机 多功能一体机 照片打印机 热敏打印机 打复印一体机',
    'printer, inkjet printer, laser printer, scanner, photo printer, all in one printer, copier, photocopier, multifunction printer, laserjet, deskjet',
  ],
  projector: [
    '投影仪 投影机 微型投影仪 幻灯机 家用投影 投影',
    'projector, mini projector, slide projector, overhead projector, video projector, beamer',
  ],
  sewing_machine: [
    '缝纫机 电动缝纫机 锁边机 绣花机 裁缝机 包缝机',
    'sewing machine, overlocker, serger, embroidery machine, knitting machine',
  ],
  small_home_electrical: [
    '加湿器 空气净化器 净化器 取暖器 电暖器 暖风机 小太阳 电热毯 体重秤 电子秤 门铃 插线板 插排 排插 电蚊拍 足浴盆 泡脚桶 暖手宝 油汀',
    'humidifier, air purifier, heater, fan heater, space heater, electric heater, oil radiator, electric blanket, bathroom scales, doorbell, extension lead, power strip, foot spa, heating pad, hand warmer, heat pad',
  ],
  small_kitchen_item: [
    '电饭煲 电饭锅 电磁炉 微波炉 烤箱 电烤箱 空气炸锅 电煮锅 电热锅 电火锅 电压力锅 高压锅 煮蛋器 电炖锅 电炒锅 电饼铛 电蒸锅 三明治机 酸奶机 电陶炉 热水杯 封口机 电热饭盒',
    'rice cooker, microwave, microwave oven, air fryer, induction cooker, induction hob, slow cooker, pressure cooker, egg cooker, electric grill, sandwich maker, waffle maker, bread maker, ice cream maker, hot plate, steamer, food steamer, deep fryer, electric oven, toaster oven, electric whisk, kitchen scales, can opener, popcorn maker',
  ],
  tablet: [
    '平板 平板电脑 电子书 电子书阅读器 电纸书 阅读器 墨水屏 学习机 学习平板',
    'tablet, tablet computer, ipad, ipad pro, ipad air, ipad mini, kindle, e-reader, ereader, ebook reader, surface pro, surface go, matepad, galaxy tab, android tablet',
  ],
  toaster: [
    '烤面包机 吐司机 多士炉 面包机 吐司炉',
    'toaster, bread toaster, 2 slice toaster, 4 slice toaster, pop up toaster',
  ],
  toy: [
    '玩具 玩具车 电动玩具 遥控车 遥控飞机 遥控汽车 机器人玩具 早教机 故事机 小火车',
    'toy, toy car, remote control car, rc car, toy train, train set, toy robot, electronic toy, musical toy, doll, teddy',
  ],
  tv_and_gaming_accessories: [
    '遥控器 电视遥控器 空调遥控器 机顶盒 电视盒子 游戏手柄 手柄 影碟机 蓝光机 游戏方向盘 dvd机',
    'remote, remote control, tv remote, set top box, tv box, game controller, controller, gamepad, joystick, joy-con, joycon, dvd player, blu-ray player, chromecast, apple tv, fire stick',
  ],
  vacuum: [
    '吸尘器 无线吸尘器 手持吸尘器 车载吸尘器 扫地机器人 扫地机 洗地机 除螨仪 扫拖机器人',
    'vacuum, vacuum cleaner, hoover, robot vacuum, handheld vacuum, hand vacuum, stick vacuum, cordless vacuum, roomba, carpet cleaner, dustbuster',
  ],
  watch_clock: [
    '手表 智能手表 电子表 机械表 石英表 手环 智能手环 运动手环 闹钟 挂钟 时钟 电子钟 座钟',
    'watch, smartwatch, smart watch, wristwatch, clock, alarm clock, wall clock, apple watch, fitness tracker, smart band, mi band, fitbit, galaxy watch',
  ],
  coffee_maker: [
    '咖啡机 咖啡壶 胶囊咖啡机 滴漏咖啡机 意式咖啡机 磨豆机 奶泡机',
    'coffee maker, coffee machine, espresso machine, coffee grinder, nespresso, coffee pot, milk frother, percolator, filter coffee machine',
  ],
  food_processor: [
    '榨汁机 豆浆机 破壁机 料理机 搅拌机 绞肉机 原汁机 打蛋器 料理棒 搅拌棒 和面机 榨汁杯 厨师机',
    'food processor, blender, hand blender, stick blender, immersion blender, juicer, food mixer, stand mixer, hand mixer, smoothie maker, liquidiser, kitchenaid mixer, meat grinder, soy milk maker',
  ],
  games_console: [
    '游戏机 游戏主机 家用游戏机 任天堂 ns游戏机',
    'games console, game console, gaming console, playstation, ps3, ps4, ps5, ps 5, ps 4, xbox, nintendo switch, switch oled, switch lite, nintendo wii, wii, wii u, gamecube, mega drive, atari',
  ],
  hair_dryer: [
    '吹风机 电吹风 吹风筒 电吹风机 风筒 负离子吹风机',
    'hair dryer, hairdryer, hair drier, hairdrier, blow dryer, travel hair dryer',
  ],
  iron: [
    '熨斗 电熨斗 蒸汽熨斗 挂烫机 手持挂烫机 烫斗 熨烫机',
    'iron, steam iron, clothes iron, electric iron, garment steamer, clothes steamer, travel iron, steam generator iron',
  ],
}

/** Words that contain one of these and mean something else. */
export const otherThings = [
  '保温壶 热水袋 电脑椅 幕布 投影幕 投影幕布 电脑桌 电话机 座机 监控摄像头 行车记录仪 血压计 电视墙 电视柜 电脑包 电脑城 机器人 自拍杆 充电线 数据线 耳机孔 键盘膜 鼠标垫',
  'baby monitor, blood pressure monitor, heart rate monitor, projector screen, projection screen, desk phone, cordless phone, landline phone, vacuum flask, vacuum sealer, vacuum pump, cast iron, bench drill press, mobile home, water bottle, toy box, car battery, dash cam, security camera, watch tower, mouse mat, mouse pad, paper notebook, radio alarm, sewing kit, fan belt, phone box, drill bit, coffee table, iron gate, iron pan, wii fit board, stylus',
] as const

/** Words for a part if the word before them names the whole device. */
export const partWords = new Set(
  '键盘 电池 风扇 硬盘 摄像头 内存条 显卡 主板 散热风扇 固态硬盘 扬声器 keyboard battery fan webcam motherboard graphics_card hard_drive hard_disk'
    .split(' ')
    .map((word) => word.replace('_', ' ')),
)

/** After a word, these name something else: a case of a phone is no phone. */
export const blockers = [
  '保护 防 屏幕膜 钢化膜 贴膜 膜 壳 套 包 袋 支架 架 椅 桌 柜 线 绳 贴 盒 垫 墨 硒鼓 底座 座套 托 散热 挂钩 夹 票 店 卡槽 罩 皮套 手提包 收纳',
  'case, cases, cover, cable, cord, lead, bag, stand, chair, desk, sleeve, paper, ink, cartridge, toner, holder, mount, table, box, strap, shelf, rack, cabinet, skin, protector, film, pad, mat, shade, pen, stylus, cooling, cooler, cleaner, filter, operated, powered, man, door, wallet, pouch, wire, plug, socket, backpack, sticker, adhesive, magnet, arm, lanyard',
] as const
