import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { manualHtml } from './src/features/guide/manual.ts';
import type { GuidePage } from './src/features/guide/page.ts';
import { parsePage } from './src/features/guide/parse.ts';

const FOLDER = resolve(import.meta.dirname, '../docs/guide');
const STYLE = join(import.meta.dirname, 'src/features/guide/manual.css');
const PAGE = /docs\/guide\/[\w-]+\.md$/;
const INDEX = 'README';

const namesOf = () =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -'.md'.length));

const readPage = async (name: string) => parsePage(await readFile(join(FOLDER, `${name}.md`), 'utf8'));

/** A page of docs/guide is plain data for whoever imports it, with the address of its picture. */
export const guidePages = (): Plugin => ({
  name: 'guide-pages',
  enforce: 'pre',
  load: {
    filter: { id: PAGE },
    async handler(id) {
      const { file, ...page } = parsePage(await readFile(id, 'utf8'));
      const picture = file && join(FOLDER, file);
      if (!picture || !existsSync(picture)) return `export const page = ${JSON.stringify(page)};`;
      return `import picture from ${JSON.stringify(`${picture}?url`)};
export const page = { ...${JSON.stringify(page)}, picture };`;
    },
  },
});

/** The same pages as a manual of plain HTML below /guide, with the same pictures. */
export const manual = (): Plugin => ({
  name: 'manual',
  apply: 'build',
  async generateBundle(_options, bundle) {
    const style = this.emitFile({ type: 'asset', name: 'manual.css', source: await readFile(STYLE, 'utf8') });
    const files = { style: `/${this.getFileName(style)}`, icon: '/icon-192.png' };
    const pictureOf = (name: string) =>
      Object.keys(bundle).find((file) => new RegExp(`^assets/${name}-[\\w-]{8}\\.webp$`).test(file));
    const index = await readPage(INDEX);
    for (const name of namesOf()) {
      const { file: _, ...page } = await readPage(name);
      const picture = pictureOf(name);
      const shown: GuidePage = { ...page, ...(picture && { picture: `/${picture}` }) };
      this.emitFile({
        type: 'asset',
        fileName: `guide/${name === INDEX ? 'index' : name}.html`,
        source: manualHtml(name, shown, index, files),
      });
    }
  },
});
