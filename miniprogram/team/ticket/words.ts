import { useDeskTicketWords } from '#web/pages/desk/ticket/words.ts'
import { translated } from '../../lib/translated.ts'

const useOwnWords = translated({
  zh_CN: { call: '打电话给报修人', unsaid: '未填写' },
  en_US: { call: 'Call the owner', unsaid: 'Not said' },
})

export const useMemberTicketWords = () => ({ ...useDeskTicketWords(), ...useOwnWords() })
