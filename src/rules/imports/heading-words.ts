import type { ImportKind, importFields } from '#contract/imports/import-fields.ts'

type Words<K extends ImportKind> = Readonly<Record<(typeof importFields)[K][number], string>>

/**
 * The headings that people use for each field. If several columns mean the same field, the one whose word is listed
 * first gets it. Spaces and punctuation are ignored.
 */
export const ticketHeadings: Words<'tickets'> = {
  // A row count is no number: it starts again in the next table.
  number: `
      编号|单号|工单号|工单编号|维修单号|维修编号|报修单号|报修编号|登记号|登记编号|流水号|订单号|订单编号
      记录编号|设备编号|号码牌|number|id|ticket|ticket no|ticket number|ticket id|job|job no|job number
      repair no|repair number|repair id|reference|ref|ref no|case|case no|case number|order no|item no|record id`,
  created: `
      报修时间|报修日期|日期|时间|送修日期|送修时间|登记日期|登记时间|接收日期|接收时间|接件日期|接件时间|收件日期
      收件时间|收机日期|收机时间|接机日期|接机时间|受理日期|受理时间|创建时间|创建日期|提交时间|提交日期|申请时间
      申请日期|填写时间|填表日期|预约时间|预约日期|下单时间|下单日期|活动日期|活动时间|维修日期|维修时间|服务日期
      服务时间|入库时间|开始时间|开始日期|答题时间|提交答卷时间|日期送修|到店日期|来访日期|报修|date|date in
      date received|received|received on|received date|date of receipt|created|created at|created on|date created
      creation date|opened|opened at|date opened|submitted|submitted at|submission date|timestamp|time
      date brought in|brought in|brought in on|drop off date|drop off|dropped off|check in|checked in
      check in date|intake|intake date|event date|date of event|repair date|date of repair|session date|session
      cafe date|date logged|logged|registered|registration date|entry date|start|start date|reported|reported on
      report date|request date|requested|visit date|date of visit|day|when`,
  finished: `
      完成时间|完成日期|完工时间|完工日期|修好时间|修好日期|修复时间|修复日期|维修完成时间|维修完成日期|结束时间
      结束日期|结单时间|结单日期|办结时间|处理完成时间|解决时间|日期完成|日期修好|竣工日期|finished|finished at
      finished on|date finished|finish date|completed|completed at|completed on|date completed|completion date
      done|done on|date done|fixed on|date fixed|repaired on|date repaired|closed|closed at|closed on|date closed
      resolved at|resolved on|end|end date|ready|ready on|date ready`,
  collected: `
      取走时间|取走日期|取机时间|取机日期|取件时间|取件日期|领取时间|领取日期|领走日期|取回时间|取回日期|归还时间
      归还日期|返还时间|返还日期|交付时间|交付日期|交还日期|出库时间|还机日期|日期取走|collected|collected at
      collected on|date collected|collection date|picked up|pick up date|pickup date|date picked up|returned
      returned on|date returned|return date|date out|handed back|handed over|delivered|delivered on|delivery date
      check out|checked out`,
  state: `
      状态|维修状态|处理状态|当前状态|进度|维修进度|处理进度|进展|维修进展|处理进展|最新进展|现状|当前情况|当前进度|结果状态|状态结果|维修情况|处理情况|完成情况|是否完成|是否修好
      是否取走|工单状态|订单状态|目前状态|情况|state|status|current status|repair status|progress|stage
      ticket status|job status|phase`,
  type: `
      类型|设备类型|电器类型|产品类型|物品类型|报修类型|维修类型|类别|大类|种类|设备种类|type|device type
      item type|product type|kind|kind of device|kind of item`,
  device: `
      设备|设备名称|设备名|电器|电器名称|电器名|物品|物品名称|产品|产品名称|产品名|品名|名称|机器|机型|报修设备
      维修设备|报修物品|维修物品|送修物品|送修设备|维修物件|故障设备|损坏物品|家电|家电名称|电器种类|电脑|器材
      仪器名称|维修项目|报修项目|device|device name|item|item name|item description|product|product name|appliance
      object|thing|equipment|what|what is it|what was it|item brought|item brought in|article|gadget|machine
      hardware|description of item|description of device|repair item|item type description`,
  model: `
      型号|设备型号|产品型号|规格型号|规格|电脑型号|机器型号|电器型号|品牌型号|品牌及型号|品牌和型号|model
      model no|model number|device model|model name|make and model|make model|make/model|brand and model
      brand/model|type number`,
  problem: `
      故障|问题|故障描述|问题描述|故障现象|故障情况|故障原因|故障内容|问题详情|故障详情|报修内容|报修原因|报修描述
      报修事项|维修内容|维修原因|描述|详细描述|情况描述|情况说明|说明|现象|损坏情况|损坏描述|具体问题|具体故障
      具体情况|内容|需求|维修需求|备注|problem|problem description|problems|fault|fault description|faults|issue
      issue description|issues|description|what is wrong|what's wrong|whats wrong with it|symptom|symptoms|defect
      complaint|reason|reason for repair|reported problem|reported fault|details|trouble|error|notes|note|comments
      comment|remarks|remark`,
  owner: `
      机主|机主姓名|报修人|报修人姓名|送修人|送修人姓名|姓名|名字|称呼|联系人|联系人姓名|客户|客户姓名|客户名称
      用户|用户姓名|物主|失主|所有人|申请人|申请人姓名|登记人|顾客|居民|居民姓名|居民名字|车主|预约人|同学
      同学姓名|学生姓名|老师|物品所有人|委托人|owner|owner name|name|full name|customer|customer name|client
      client name|visitor|visitor name|guest|guest name|brought by|brought in by|contact|contact name
      contact person|reported by|requester|requested by|participant|who|person|owner's name|name of owner
      first name|bringer`,
  phone: `
      电话|电话号码|手机|手机号|手机号码|联系电话|联系方式|联系手机|机主电话|机主手机|机主联系方式|报修人电话
      报修人联系方式|送修人电话|客户电话|联系人电话|移动电话|手机或电话|号码|电话手机|phone|phone number|phone no
      telephone|telephone number|tel|tel no|mobile|mobile number|mobile no|mobile phone|cell|cell phone
      contact number|contact no|contact phone|contact details|owner's phone|owner phone|customer phone`,
  workers: `
      维修人|维修人员|维修员|维修者|维修师傅|维修志愿者|维修同学|修理人|修理人员|负责人|处理人|处理人员|接单人
      接单人员|接件人|志愿者|志愿者姓名|师傅|技术员|工程师|经办人|经手人|队员|值班人|值班人员|维修成员|维修队员
      检修人|受理人|承修人|主修|维修技师|责任人|workers|worker|repaired by|fixed by|repairer|repairers
      repairer name|fixer|fixers|fixer name|volunteer|volunteers|volunteer name|technician|tech|engineer
      assigned to|assignee|handled by|done by|repair person|mechanic|staff|helper|helpers|member|members|coach
      responsible|taken by`,
  outcome: `
      结果|维修结果|处理结果|修理结果|最终结果|维修结论|结论|检修结果|是否修复|是否成功|修复情况|修复结果|outcome
      result|repair result|repair outcome|fixed|fixed?|repaired|repaired?|was it fixed|success|successful
      conclusion`,
  barrier: `
      无法修好的原因|未修好原因|未修好的原因|修不好的原因|无法维修原因|无法修复原因|未修复原因|不能修的原因
      失败原因|障碍|barrier|barriers|repair barrier|barrier to repair|reason not fixed|why not fixed
      reason not repaired|why not|reason for failure|if not why|if not fixed why`,
  category: `
      品类|产品类别|产品分类|设备类别|设备分类|电器类别|电器分类|物品类别|物品分类|分类|category|product category
      device category|item category|class of product|group`,
  brand: `
      品牌|厂牌|牌子|厂家|厂商|制造商|生产厂家|设备品牌|产品品牌|电器品牌|电脑品牌|brand|brand name|make
      manufacturer|maker|vendor`,
  year: `
      出厂年份|生产年份|制造年份|购买年份|年份|出厂日期|生产日期|出厂时间|年代|year|year made|year of manufacture
      manufactured|manufacture year|year of purchase|year bought|made in year|build year`,
  remedy: `
      处理办法|处理方法|处理方式|处理措施|解决办法|解决方法|解决方案|维修方法|维修办法|维修方案|维修措施|维修过程
      维修记录|修理方法|更换配件|更换零件|处理过程|处理说明|remedy|solution|fix|fix applied|repair|repair done
      repair notes|work done|work carried out|action|action taken|actions|what was done|what helped|what we did
      treatment|how fixed|how it was fixed|resolution|parts replaced|parts used`,
  remarks: `
      内部备注|维修备注|队员备注|备注信息|其他备注|internal note|internal notes|staff notes|team notes|extra notes`,
}

export const memberHeadings: Words<'members'> = {
  name: `
      姓名|名字|成员|成员姓名|队员|队员姓名|志愿者|志愿者姓名|社员|社员姓名|学生姓名|会员|会员姓名|昵称|称呼|干事
      name|full name|member|member name|volunteer|volunteer name|names|surname and name|display name|person`,
  phone: `
      电话|电话号码|手机|手机号|手机号码|联系电话|联系方式|移动电话|本人电话|号码|联系手机|phone|phone number
      phone no|telephone|telephone number|tel|tel no|mobile|mobile number|mobile no|mobile phone|cell|cell phone
      contact number|contact no|contact`,
  stuid: `
      学号|学生号|学生编号|工号|学工号|学号工号|校园卡号|一卡通号|证件号|志愿者编号|会员号|会员编号|student id
      student number|student no|stuid|matriculation number|matric no|id|member id|member no|member number
      membership number|staff id|number|student`,
  class: `
      班级|专业班级|所在班级|行政班|行政班级|班|专业|年级专业|专业年级|年级班级|年级|班级名称|class|class name
      course|programme|program|major|year group|grade|form|group`,
  college: `
      学院|所在学院|院系|所属学院|系|系别|院|书院|部门|所属部门|单位|所在单位|学校|college|school|faculty
      department|dept|division|institute|organisation|organization|affiliation`,
  admin: `
      管理员|是否管理员|是否是管理员|是否为管理员|管理权限|管理|权限|admin|administrator|is admin|is administrator
      admin rights|role`,
}

/** Headings of the problem that mean remarks where another column has the problem. */
export const remarkHeadings = '备注|说明|notes|note|comments|comment|remarks|remark'

/** Headings of the first column of a weekly roster. */
export const shiftHeadings = `
      班次|班|时段|时间段|时间|值班时间|值班时段|节次|课节|节|时间星期|星期时间|班次星期|星期班次|星期|时段星期
      日期|序号|班次时间|时间班次|上下午|shift|shifts|time|times|slot|slots|time slot|hours|period|hour|session
      from to|shift time|week|day|time day|shift no|no`
