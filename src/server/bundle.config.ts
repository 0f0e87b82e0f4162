import { defineConfig } from 'vite'

// The server as `npm start` runs it: one plain module, since a loader of TypeScript would cost every request time and
// memory. Packages are not taken in.
export default defineConfig({
  build: {
    ssr: 'src/server/main.ts',
    outDir: 'build/server',
    target: 'node20',
    copyPublicDir: false,
  },
})
