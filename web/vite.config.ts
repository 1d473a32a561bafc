import { svelte } from '@sveltejs/vite-plugin-svelte';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesIn(path) : [path];
  });
}

/**
 * The service worker, with the names of all files of the built page but for networks, which are kept once they were
 * asked for, and a version that changes with any of them.
 */
function serviceWorker(): Plugin {
  let folder = '';
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved: (config) => void (folder = config.build.outDir),
    closeBundle: () => {
      const base = resolve(fileURLToPath(new URL('.', import.meta.url)), folder);
      const paths = filesIn(base).filter((path) => !path.endsWith('service-worker.js'));
      const digest = createHash('sha256');
      paths.sort().forEach((path) => digest.update(path).update(readFileSync(path)));
      const names = [
        './',
        ...paths
          .filter((path) => !path.endsWith('.block'))
          .map((path) => `./${relative(base, path).split(sep).join('/')}`)
          .filter((name) => name !== './index.html'),
      ];
      const template = readFileSync(new URL('./service-worker.template.js', import.meta.url), 'utf8');
      const code = template
        .replace('__FILES__', JSON.stringify(names))
        .replace('__VERSION__', JSON.stringify(digest.digest('hex').slice(0, 12)));
      writeFileSync(join(base, 'service-worker.js'), code);
    },
  };
}

/** The page asks for its fonts at once: text that is set in another one first moves when they come. */
function fontsAhead(): Plugin {
  return {
    name: 'fonts-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((name) => name.endsWith('.woff2'))
          .map((name) => ({
            tag: 'link',
            injectTo: 'head' as const,
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `./${name}`, crossorigin: '' },
          })),
    },
  };
}

export default defineConfig({
  base: './',
  plugins: [svelte(), fontsAhead(), serviceWorker()],
  resolve: {
    alias: { $: fileURLToPath(new URL('./src', import.meta.url)) },
    ...(process.env.VITEST ? { conditions: ['browser'] } : {}),
  },
  worker: { format: 'es' },
  build: { target: 'es2022', outDir: '../src/openoutcry/server/page', emptyOutDir: true, assetsInlineLimit: 0 },
});
