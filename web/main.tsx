import './mantine.css'
import './base.css'
import '#web/lib/carried-code.ts'
import '#web/lib/navigation-guard.ts'
import '#web/data/tabs.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '#web/data/api.ts'
import { prefetchMe } from '#web/data/prefetch.ts'
import { theme } from '#web/lib/theme.ts'
import { App, preloadFrame } from './app.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')
const page = createRoot(root)
void prefetchMe()
// Waiting for the frame's code avoids a loader that would flash.
void preloadFrame().then(() =>
  // A transition renders in pieces, so that a cheap phone answers taps.
  startTransition(() =>
    page.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <MantineProvider theme={theme} defaultColorScheme="auto">
            <App />
          </MantineProvider>
        </QueryClientProvider>
      </StrictMode>,
    ),
  ),
)
