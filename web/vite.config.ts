import { createHash } from 'node:crypto';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';

const SERVER = process.env.SERVER ?? 'http://localhost:8080';

/** What main.tsx will ask for next is named in the page, so that it travels at once: the start module and the font. */
const preloadFirst = (): Plugin => ({
  name: 'preload-first',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) => {
      const files = Object.values(bundle ?? {});
      const start = files.find(
        (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith('/app/start.tsx'),
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

/** Modules that the employee screen opens by itself or on a tap; all else of it is imported by them. */
const EMPLOYEE =
  /(web\/index\.html|app\/start\.tsx|app\/Shell\.tsx|app\/SignInPage\.tsx|accounts\/UnlockForm\.tsx|caregiver\/EvvPage\.tsx|ui\/Calendar\.tsx|ui\/DialogWindow\.tsx|app\/MenuDrawer\.tsx|temporal-polyfill\/.*)$/;

/** sw.js, one file by itself, with the list of the files that the employee screen consists of. */
const employeeWorker = (): Plugin => ({
  name: 'employee-worker',
  apply: 'build',
  async generateBundle(_options, bundle) {
    const files = new Set<string>();
    const take = (name: string) => {
      const chunk = bundle[name];
      if (files.has(name) || chunk?.type !== 'chunk') return;
      files.add(name);
      for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
      for (const imported of chunk.imports) take(imported);
    };
    for (const [name, file] of Object.entries(bundle))
      if (file.type === 'chunk' && EMPLOYEE.test(file.facadeModuleId ?? '')) take(name);
    for (const name of Object.keys(bundle))
      if (/ibm-plex-sans-latin-wght-normal.*\.woff2$/.test(name)) files.add(name);
    const shell = ['/evv', '/manifest.webmanifest', ...[...files].sort().map((file) => `/${file}`)];
    const result = await build({
      configFile: false,
      root: import.meta.dirname,
      logLevel: 'warn',
      publicDir: false,
      define: {
        FILES: JSON.stringify(shell),
        RELEASE: JSON.stringify(createHash('sha256').update(shell.join()).digest('hex').slice(0, 12)),
      },
      build: {
        write: false,
        target: 'es2023',
        modulePreload: false,
        rollupOptions: {
          input: join(import.meta.dirname, 'src/caregiver/worker/service-worker.ts'),
          output: { format: 'iife', entryFileNames: 'sw.js' },
        },
      },
    });
    const [{ output } = { output: [] }] = Array.isArray(result) ? result : 'output' in result ? [result] : [];
    const [worker] = output;
    if (worker?.type !== 'chunk') throw new Error('the service worker was not built');
    this.emitFile({ type: 'asset', fileName: 'sw.js', source: worker.code });
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
  [
    'frame',
    /web\/src\/(platform|app\/(?!MenuDrawer|SignInPage)|features\/sites|ui\/(?!Calendar|DialogWindow|Months|fields|inputs|masks|form))/,
  ],
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadFirst(), employeeWorker()],
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
