import { lookAtEveryPage } from '../support/every-page.ts'

lookAtEveryPage('en-US')
