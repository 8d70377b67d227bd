import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The pages. `npm run dev` serves them with the running service behind; `prepare` builds them. */
// biome-ignore lint/style/noDefaultExport: Vite asks for one
export default defineConfig({
  root: 'web',
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
})
