import { checkEveryPage } from '../support/every-page.ts'

checkEveryPage('en-US')
