import type { ExternalWords } from './words.ts'

export const externalWords: ExternalWords = {
  subject: (id, device) => `维修 #${id}：${device}`,
  text: ({ id, type, device, deviceModel, description, phone, link, ref }) =>
    [
      `工单：#${id}（${type}）`,
      `设备：${device}`,
      ...(deviceModel === '' ? [] : [`型号：${deviceModel}`]),
      ...(phone === undefined ? [] : [`电话：${phone}`]),
      `链接：${link}`,
      `编号：${ref}`,
      ...(description === '' ? [] : ['', description]),
    ].join('\n'),
  comment: (by, content, pictures) =>
    [by === 'owner' ? '报修人留言：' : '维修队留言：', content, pictures].filter(Boolean).join('\n\n'),
  pictures: (count, link) => `附图 ${count} 张：${link}`,
  status: (name) => `状态：${name}`,
  retrieved: '设备已由报修人取回。',
  unretrieved: '取回的确认已撤销，设备还没有取回。',
  troubles: {
    unreachable: ({ reason }) => `无法连接（${reason}）。`,
    private_address: () => '地址属于本机或内部网络。如确实需要，请设置 EXTERNAL_PRIVATE=on。',
    slow: ({ seconds }) => `对方在 ${seconds} 秒内没有响应。`,
    cut: () => '对方答复之前连接就断开了。',
    redirected: () => '对方要求跳转到其他地址，系统不会跟随。请在 EXTERNAL_URL 中填写正确的地址。',
    too_long: () => '对方的答复过长，请检查 EXTERNAL_URL 是否正确。',
    not_understood: () => '看不懂对方的答复，请检查 EXTERNAL_URL 是否正确。',
    credentials: () => '对方拒绝了请求，请检查 EXTERNAL_TOKEN 以及该账号的权限。',
    misconfigured: ({ setting }) => `${setting} 所指的内容不存在，或没有使用权限。`,
    busy: () => '对方繁忙，要求稍后再试。',
    failing: ({ status }) => `对方内部出错（${status}）。`,
    refused: ({ status }) => `对方不接受我们发的内容（${status}）。`,
    closed: () => '对方不再接收任何内容（410）。请在 EXTERNAL_URL 中填写新的地址后重试。',
    missing_there: () => '对方那里已没有这张工单，可用命令“external reconcile”重新转发。',
    unwritable: ({ reason }) => `文件无法写入（${reason}）。`,
    address_gone: () => '地址已失效。',
    no_consent: () => '对方没有同意再收一条消息。',
    unforeseen: () => '这里出了意外错误，详情见日志。',
  },
}
