import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin, type Rolldown } from 'vite';
import { guidePages, manual } from './guide-pages.ts';

const SERVER = process.env.SERVER ?? 'http://localhost:8080';

type Bundle = Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>;

/** The chunk of a module that is imported when it is needed, with all that it imports at once, and their styles. */
const filesOf = (bundle: Bundle, modules: RegExp) => {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const take = (name: string) => {
    const file = bundle[name];
    if (scripts.has(name) || file?.type !== 'chunk') return;
    scripts.add(name);
    for (const style of file.viteMetadata?.importedCss ?? []) styles.add(style);
    for (const imported of file.imports) take(imported);
  };
  for (const [name, file] of Object.entries(bundle))
    if (file.type === 'chunk' && modules.test(file.facadeModuleId ?? '')) take(name);
  return { scripts: [...scripts], styles: [...styles] };
};

const fontOf = (bundle: Bundle) =>
  Object.keys(bundle).find((name) => /ibm-plex-sans-latin-wght-normal.*\.woff2$/.test(name));

/**
 * Each page names what main.tsx will ask for next, so that it travels at once: index.html the application, sign-in.html the form
 * alone, for anyone who has no session, family.html the page of a client's family.
 */
const pages = (): Plugin => ({
  name: 'pages',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('the page was not built');
      const html = String(page.source);
      const font = fontOf(bundle);
      const naming = (modules: RegExp) => {
        const { scripts, styles } = filesOf(bundle, modules);
        const isNew = (file: string) => !html.includes(file);
        const tags = [
          ...styles.filter(isNew).map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
          ...scripts.filter(isNew).map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
          font &&
            `<link rel="preload" as="font" type="font/woff2" crossorigin fetchpriority="low" href="/${font}">`,
        ];
        return html.replace('</head>', `${tags.filter(Boolean).join('\n')}\n</head>`);
      };
      page.source = naming(/app\/(start|Shell)\.tsx$/);
      this.emitFile({ type: 'asset', fileName: 'sign-in.html', source: naming(/app\/start-sign-in\.tsx$/) });
      this.emitFile({ type: 'asset', fileName: 'family.html', source: naming(/app\/start-family\.tsx$/) });
    },
  },
});

/** Modules that the employee screen opens by itself or on a tap; all else of it is imported by them. */
const EMPLOYEE =
  /(web\/index\.html|app\/start\.tsx|app\/start-sign-in\.tsx|app\/Shell\.tsx|app\/SignInPage\.tsx|caregiver\/KeptNote\.tsx|accounts\/(UnlockForm|SignInAgainForm|StillThereDialog)\.tsx|caregiver\/EvvPage\.tsx|ui\/Calendar\.tsx|ui\/(DialogWindow|MenuWindow)\.tsx|app\/MenuDrawer\.tsx|app\/EmployeeBar\.tsx|temporal-polyfill\/.*)$/;

/** sw.js, one file by itself, with the list of the files that the employee screen consists of. */
const employeeWorker = (): Plugin => ({
  name: 'employee-worker',
  apply: 'build',
  async generateBundle(_options, bundle) {
    const { scripts, styles } = filesOf(bundle, EMPLOYEE);
    const files = [...scripts, ...styles, fontOf(bundle) ?? ''].filter(Boolean).sort();
    const shell = ['/evv', '/manifest.webmanifest', ...files.map((file) => `/${file}`)];
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

/** What zod brings to describe shapes to other programs, which a browser never does: a quarter of its code. */
const DESCRIBES = /node_modules\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/;

const withoutDescriptions = (): Plugin => ({
  name: 'without-descriptions',
  apply: 'build',
  load: {
    filter: { id: DESCRIBES },
    async handler(id) {
      const code = await readFile(id, 'utf8');
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
      return names.map((name) => `export const ${name} = () => undefined;`).join('\n');
    },
  },
});

/**
 * A few files in place of dozens: what the sign-in form needs, then what the frame and the first list need beyond it, each with
 * all that it imports. The rest is cut by page.
 */
const SHARED: readonly (readonly [string, RegExp])[] = [
  // alone: the entry needs it before Temporal is there, and must not pull the application in with it
  ['preload', /vite\/preload-helper/],
  ['react', /node_modules\/(react|react-dom|scheduler)\//],
  ['zod', /node_modules\/zod\//],
  ['sign-in', /web\/src\/app\/start-sign-in\.tsx$/],
  // without what long lists, lists that come in parts and several questions at once need
  [
    'router',
    /node_modules\/@tanstack\/(?!(react-virtual|virtual-core)\/)(?!.*\/(useQueries|queriesObserver|useInfiniteQuery|infiniteQueryObserver)\.js)/,
  ],
  ['frame', /web\/src\/(app\/(start|Shell)|features\/people\/(PeoplePage|api))\.tsx?$/],
  // what comes beside the first list, which 'common' would keep waiting
  [
    'beside',
    /web\/src\/(app\/Finder|features\/schedule\/Open(Count|Badge)|features\/schedule\/RequestCount)\.tsx$/,
  ],
];

/** What is there once the frame is: nothing that the frame opens has to name it again. */
const FRAME = /^assets\/frame-/;
const HERE = /^assets\/(?:rolldown-runtime|preload|react|zod|sign-in|router|frame)-[\w-]{8}\.(?:js|css)$/;

/** The frame names every page and all that each is made of: a name by the hash alone is shorter by half. */
const named = (name: string) => name === 'rolldown-runtime' || SHARED.some(([shared]) => shared === name);
const chunkName = ({ name }: { readonly name: string }) =>
  named(name) ? 'assets/[name]-[hash].js' : 'assets/[hash].js';
const assetName = ({ names: [name = ''] }: { readonly names: readonly string[] }) =>
  name.endsWith('.css') && !named(name.replace('.css', ''))
    ? 'assets/[hash].css'
    : 'assets/[name]-[hash][extname]';

/** A module that so many pages and dialogs ask for comes with all such: dozens of files of a few lines took longer than what is in them. */
const PAGES_OF_COMMON = 6;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), guidePages(), withoutDescriptions(), pages(), employeeWorker(), manual()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, needed, { hostId }) =>
        FRAME.test(hostId) ? needed.filter((file) => !HERE.test(file)) : needed,
    },
    rollupOptions: {
      output: {
        chunkFileNames: chunkName,
        assetFileNames: assetName,
        codeSplitting: {
          groups: [
            ...SHARED.map(([name, test]) => ({ name, test })),
            // What many pages need, once for all of them.
            { name: 'common', minShareCount: PAGES_OF_COMMON },
          ],
        },
      },
    },
  },
  server: { proxy: { '/homecare': { target: SERVER }, '/guide': { target: SERVER } } },
  preview: { proxy: { '/homecare': { target: SERVER } } },
});
