import fc from 'fast-check'

// One seed for all generated tests, so that each run of the test command tests the same. `npm run prove -- model` tries others.
fc.configureGlobal({ seed: 20_261_118 })

export { default } from 'fast-check'
