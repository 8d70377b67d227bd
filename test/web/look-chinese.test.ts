import { checkEveryPage } from '../support/every-page.ts'

checkEveryPage('zh-CN')
