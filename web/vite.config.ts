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
      const wanted = new Set<string>();
      const want = (name: string) => {
        const file = bundle?.[name];
        if (wanted.has(name) || file?.type !== 'chunk') return;
        wanted.add(name);
        for (const imported of file.imports) want(imported);
      };
      if (start) want(start.fileName);
      const font = files.find((file) => /ibm-plex-sans-latin-wght-normal.*\.woff2$/.test(file.fileName));
      return [
        ...[...wanted].map((file) => ({
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

/** What every page needs, in a few files instead of dozens; the rest is cut by page. */
const SHARED: readonly (readonly [string, RegExp])[] = [
  // alone: the entry needs it before Temporal is there, and must not pull the application in with it
  ['preload', /vite\/preload-helper/],
  ['react', /node_modules\/(react|react-dom|scheduler)\//],
  ['router', /node_modules\/@tanstack\//],
  ['zod', /node_modules\/zod\//],
  ['icons', /node_modules\/@tabler\//],
  ['frame', /web\/src\/(shell|sites|ui\/(?!Calendar|fields|inputs|masks|form))/],
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
        codeSplitting: { groups: SHARED.map(([name, test]) => ({ name, test })) },
      },
    },
  },
  server: { proxy: { '/homecare': { target: SERVER } } },
  preview: { proxy: { '/homecare': { target: SERVER } } },
});
