import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { callsOnly } from './scripts/calls-only.ts'

/** A chunk of these files and all that they import, as far as no earlier chunk holds it. */
const chunkOf = (name: string, ...files: readonly string[]) => ({
  name,
  test: (id: string) => files.some((file) => id.endsWith(`/${file}`)),
})

// The reasons and figures are in docs/decisions/028-chunks-of-the-pages.md.
const chunks = [
  { name: 'first', tags: ['$initial' as const] },
  // Used by the desk and by public pages.
  chunkOf(
    'shared',
    'contract/codes.ts',
    'web/components/KeepFocus.tsx',
    'web/components/Paged.tsx',
    'web/components/RequireRole.tsx',
    'web/components/Rows.tsx',
    'web/components/SelectField.tsx',
    'web/components/Status.tsx',
    'web/components/Time.tsx',
    'web/data/worker.ts',
    'web/lib/next.ts',
    'web/lib/page-secret.ts',
    'web/lib/picture.ts',
    'web/lib/welcome.ts',
    'NativeSelect.mjs',
    'Switch.mjs',
  ),
  // Used by the desk and by other pages for members.
  chunkOf(
    'members',
    'web/components/KeyHelp.tsx',
    'web/components/PageList.tsx',
    'web/components/Segments.tsx',
    'web/components/row-action.ts',
    'web/data/send-offline-visitors.ts',
    'web/data/offline-visitors.ts',
    'web/lib/row-focus.ts',
    'web/lib/welcome.ts',
    'use-debounced-value.mjs',
  ),
  // Used by the desk alone.
  chunkOf(
    'desk',
    'web/pages/desk/WaitingBadge.tsx',
    'web/pages/desk/conclusion/LastSummary.tsx',
    'web/pages/desk/queue/Filters.tsx',
    'web/pages/desk/queue/TicketList.tsx',
  ),
  // Used by forms of tickets.
  chunkOf(
    'filing',
    'web/components/ConfirmButton.tsx',
    'web/components/KindChoice.tsx',
    'web/components/Photos.tsx',
    'web/components/QueuedTickets.tsx',
    'web/components/intake/draft.ts',
    'web/components/photo-list.ts',
    'web/data/submit-ticket.ts',
    'SimpleGrid.mjs',
  ),
]

/** The pages. `prepare` builds them; the service serves what was built. */
// biome-ignore lint/style/noDefaultExport: Vite asks for one
export default defineConfig({
  root: 'web',
  plugins: [{ ...callsOnly(), enforce: 'pre' }, react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The service reads the files of a page from it; a test measures the first load.
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
})
