import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { callsOnly } from './scripts/calls-only.ts'

/**
 * What is needed together is one file: together it is smaller, and asked for once. The desk would otherwise begin with thirty of them.
 * Where the first group has taken something, it is not in the next.
 */
const groups = [
  // What every page needs at once.
  { name: 'first', tags: ['$initial' as const] },
  // What the desk begins with and pages for everybody need as well, then what other pages for members need, then what it alone needs.
  {
    name: 'shared',
    test: /\/contract\/codes\.ts|\/data\/worker\.ts|\/lib\/(next|page-secret|picture)\.ts|\/components\/(KeepFocus|RequireRole|Paged|Rows|SelectField|Status|ticket-words)\.ts|\/(NativeSelect|Switch)\.mjs/,
  },
  {
    name: 'members',
    test: /\/data\/(sending|waiting)\.ts|\/lib\/row-focus\.ts|\/components\/(KeyHelp|PageList|Segments)\.ts|\/use-debounced-value\.mjs/,
  },
  { name: 'desk', test: /\/desk\/(WaitingBadge|queue\/Filters|queue\/TicketList|conclusion\/LastSummary)\.ts/ },
]

/** The pages. `prepare` builds them; the service serves what was built. */
// biome-ignore lint/style/noDefaultExport: Vite asks for one
export default defineConfig({
  root: 'web',
  plugins: [{ ...callsOnly(), enforce: 'pre' }, react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The service reads from it what a page needs, and a test what the first load of the portal is made of.
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
})
