import { globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parsePage } from '../web/src/features/guide/parse.ts';
import { productFiles, wordsOf } from './check-wording.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const FOLDER = path.join(ROOT, 'docs/guide');
const INDEX = 'README';
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

const pages = globSync('*.md', { cwd: FOLDER })
  .map((file) => file.slice(0, -'.md'.length))
  .map((name) => ({ name, page: parsePage(read(`docs/guide/${name}.md`)) }));
const screens = pages.filter(({ name }) => name !== INDEX);
const linesOf = ({ page }: (typeof pages)[number]) => page.blocks.flatMap(({ lines }) => lines);
const piecesOf = (of: (typeof pages)[number]) => linesOf(of).flat();

it('the index names every page once', () => {
  const index = pages.find(({ name }) => name === INDEX);
  const named = index ? piecesOf(index).flatMap(({ to }) => to ?? []) : [];
  expect(named.toSorted()).toEqual(screens.map(({ name }) => name).toSorted());
});

it('links lead to pages that there are', () => {
  const names = new Set(pages.map(({ name }) => name));
  const lost = pages.flatMap((page) => piecesOf(page).filter(({ to }) => to !== undefined && !names.has(to)));
  expect(lost).toEqual([]);
});

it('every page of a screen shows its own picture, small enough to travel, and no picture is left over', () => {
  expect(screens.filter(({ name, page }) => page.file !== `img/${name}.webp` || !page.shows)).toEqual([]);
  const pictures = readdirSync(path.join(FOLDER, 'img'));
  expect(pictures.toSorted()).toEqual(screens.map(({ name }) => `${name}.webp`).toSorted());
  const large = pictures.filter((file) => statSync(path.join(FOLDER, 'img', file)).size > 62_000);
  expect(large).toEqual([]);
});

it('a page is short', () => {
  const counted = screens.map((page) => {
    const words = linesOf(page)
      .map((line) => line.map(({ text }) => text).join(''))
      .join(' ')
      .split(/\s+/).length;
    return { name: page.name, words };
  });
  expect(counted.filter(({ words }) => words < 80 || words > 230)).toEqual([]);
});

/** A text with parts that are filled in says a name where the rest of it does. */
const isNameOf = (text: string, name: string) =>
  text === name || text.replaceAll('…', '') === name || text.replace(/^…\s*|\s*…$/g, '') === name;

it('what is bold is a name on a screen, so that a renamed button is renamed here', () => {
  const texts = new Set(productFiles('web,domain').flatMap((file) => wordsOf(file, read(file))));
  const templates = [...texts].filter((text) => text.includes('…'));
  const unknown = screens.flatMap((page) =>
    piecesOf(page)
      .filter(({ bold, text }) => bold && !texts.has(text))
      .filter(({ text: name }) => !templates.some((text) => isNameOf(text, name)))
      .map(({ text }) => `${page.name}: ${text}`),
  );
  expect(unknown).toEqual([]);
});
