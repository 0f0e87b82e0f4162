import { defineConfig } from 'vite'

// The server as `npm start` runs it: one plain module, since a loader of TypeScript would cost every request time and
// memory. Packages are taken in, all but the logging library, which finds its own files: of what they hold only the used
// part is loaded, which saves 5 MB.
export default defineConfig({
  ssr: { noExternal: true, external: ['pino'] },
  build: {
    ssr: 'src/server/main.ts',
    outDir: 'build/server',
    target: 'node20',
    copyPublicDir: false,
  },
})
