import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const SERVER = process.env.SERVER ?? 'http://localhost:8080';

/** What main.tsx will ask for next is named in the page, so that it travels at once: the start module and the font. */
const preloadFirst = (): Plugin => ({
  name: 'preload-first',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) => {
      const files = Object.values(bundle ?? {});
      const start = files.find(
        (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith('/shell/start.tsx'),
      );
      const imported = start?.type === 'chunk' ? [start.fileName, ...start.imports] : [];
      const font = files.find((file) => /ibm-plex-sans-latin-wght-normal.*\.woff2$/.test(file.fileName));
      return [
        ...imported.map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
        })),
        ...(font
          ? [
              {
                tag: 'link',
                attrs: {
                  rel: 'preload',
                  as: 'font',
                  type: 'font/woff2',
                  crossorigin: true,
                  href: `/${font.fileName}`,
                },
              },
            ]
          : []),
      ];
    },
  },
});

/** Libraries of every page in a few files that stay the same from release to release. */
const LIBRARIES: readonly (readonly [string, RegExp])[] = [
  ['react', /node_modules\/(react|react-dom|scheduler)\//],
  ['router', /node_modules\/@tanstack\//],
  ['zod', /node_modules\/zod\//],
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadFirst()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      output: {
        codeSplitting: { groups: LIBRARIES.map(([name, test]) => ({ name, test })) },
      },
    },
  },
  server: { proxy: { '/homecare': { target: SERVER } } },
  preview: { proxy: { '/homecare': { target: SERVER } } },
});
