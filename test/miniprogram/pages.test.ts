// In one file, so that they share a browser: starting one takes longer than most of the tests.
import './owner.ts'
import './member.ts'
import './repair-days.ts'
