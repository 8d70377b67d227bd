import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import type { Endpoint } from './src/contract/endpoint.ts'
import { contract } from './src/contract/index.ts'

/**
 * The pages call endpoints and never check what they send: of each endpoint the client needs the method, the path and
 * the kind of answer. The schemas and summaries of all the others' endpoints would be in everybody's first load.
 */
function callsOnly(): Plugin {
  const pick = ({ method, path, answer, bytes, query }: Endpoint) => ({ method, path, answer, bytes, query })
  const calls = Object.fromEntries(
    Object.entries(contract).map(([area, group]) => [
      area,
      Object.fromEntries(Object.entries(group).map(([name, endpoint]) => [name, pick(endpoint)])),
    ]),
  )
  return {
    name: 'calls-only',
    enforce: 'pre',
    load: (id) =>
      id.endsWith('/src/contract/index.ts') ? `export const contract = ${JSON.stringify(calls)}` : undefined,
  }
}

/** The pages. `prepare` builds them; the service serves what was built. */
// biome-ignore lint/style/noDefaultExport: Vite asks for one
export default defineConfig({
  root: 'web',
  plugins: [callsOnly(), react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // A test reads from it what the first load of the portal is made of.
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
})
