import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

export default defineConfig({
  base: './',
  plugins: [svelte()],
  resolve: {
    alias: { $: fileURLToPath(new URL('./src', import.meta.url)) },
    conditions: process.env.VITEST ? ['browser'] : undefined,
  },
  worker: { format: 'es' },
  build: { target: 'es2022', outDir: '../src/openoutcry/server/page', emptyOutDir: true, assetsInlineLimit: 0 },
});
