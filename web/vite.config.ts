import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { fileName, groups, preloads, resolveDependencies, withoutSideEffects } from './chunks.ts';
import { licenses } from './licenses.ts';
import { messages } from './messages/plugin.mjs';

// While developing, the API is that of a running Norn: NORN=http://127.0.0.1:8080 npm run dev
const norn = process.env.NORN ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [svelte(), messages(), licenses(), preloads()],
  resolve: {
    alias: [
      {
        find: /^temporal-polyfill\/fns\/\w+$/,
        replacement: fileURLToPath(new URL('src/calendar_grid/no_time_zones.ts', import.meta.url)),
      },
    ],
  },
  build: {
    target: 'es2022',
    // What is small must stay a file of its own: the content security policy knows no data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies },
    emptyOutDir: true,
    rolldownOptions: {
      treeshake: { moduleSideEffects: withoutSideEffects },
      output: { chunkFileNames: fileName, codeSplitting: { groups: groups() } },
    },
  },
  // The host stays as it is, because requests of other origins are refused.
  server: {
    proxy: { '/api': { target: norn }, '/auth': { target: norn }, '/ical': { target: norn } },
  },
  test: {
    environment: 'node',
    include: ['src/**/*.test.ts', 'messages/*.test.mjs'],
    setupFiles: ['src/lib/test_setup.ts'],
    // The results are the same wherever the machine is.
    env: { TZ: 'Europe/Berlin' },
  },
});
