import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { callsOnly } from './scripts/calls-only.ts'

/** The pages. `prepare` builds them; the service serves what was built. */
// biome-ignore lint/style/noDefaultExport: Vite asks for one
export default defineConfig({
  root: 'web',
  plugins: [{ ...callsOnly(), enforce: 'pre' }, react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // A test reads from it what the first load of the portal is made of.
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    // What every page needs at once is one file: together it is smaller, and it is asked for once.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
  },
})
