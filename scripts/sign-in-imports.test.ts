import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = path.resolve(import.meta.dirname, '../web/src');

const isOwn = (name: string) => /\.tsx?$/.test(name) && name.startsWith(SOURCES);

/** What a module imports at once, and what those import: packages by their names, own modules by their paths. */
const importsOf = (file: string, seen = new Set<string>()): ReadonlySet<string> => {
  const source = readFileSync(file, 'utf8');
  for (const [, names, from] of source.matchAll(
    /^(?:import|export) (?!type )(?:([^;]*?) from )?'([^']+)';/gm,
  )) {
    const isOfTypes = names?.startsWith('{') && !/\{\s*(?!type )\w|,\s*(?!type )\w/.test(names);
    if (!from || isOfTypes) continue;
    const found = from.startsWith('.') ? path.resolve(path.dirname(file), from) : from;
    if (seen.has(found)) continue;
    seen.add(found);
    if (isOwn(found)) importsOf(found, seen);
  }
  return seen;
};

it('the frame and the People list bring neither menus nor dialogs nor what opens later', () => {
  const first = ['app/start.tsx', 'app/Shell.tsx', 'features/people/PeoplePage.tsx'];
  const own = first.flatMap((file) => [...importsOf(path.join(SOURCES, file))]).filter(isOwn);
  expect(own.some((name) => name.endsWith('RowMenu.tsx'))).toBe(true);
  const later =
    /\/(MenuWindow|DialogWindow|VirtualLines|people-actions|NoticePanel|SignInAgainForm|StillThereDialog)\.tsx$/;
  expect(own.filter((name) => later.test(name))).toEqual([]);
  const floats =
    /^import \{[^}]*\b(Menu|Popover|Modal|Drawer|Tooltip|Select|MultiSelect)\b[^}]*\} from '@mantine\/core'/m;
  expect(own.filter((name) => floats.test(readFileSync(name, 'utf8')))).toEqual([]);
});

it('the sign-in form needs neither the components of the application nor its router', () => {
  const all = [...importsOf(path.join(SOURCES, 'app/start-sign-in.tsx'))];
  expect(all.some((name) => name.endsWith('LoginPage.tsx'))).toBe(true);
  expect(all.filter((name) => /^@mantine|^@tanstack|^react-hook-form/.test(name))).toEqual([]);
});
