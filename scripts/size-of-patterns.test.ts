import { expect, test } from 'vitest';
import { duplicatesIn } from './size-of-duplicates.ts';
import { PATTERNS, partOf } from './size-of-patterns.ts';

const shownOf = (
  sources: Readonly<Record<string, string>>,
  renames: Readonly<Record<string, string>> = {},
) => {
  const placed = Object.entries(sources).map(([path, text]) => ({ path, now: renames[path] ?? path, text }));
  return Object.fromEntries(
    PATTERNS.map(([name, count]) => [name.trim(), count(placed)] as const).filter(([, places]) => places > 0),
  );
};

test('an import leads up by the floors that its files stand on now', () => {
  const sources = {
    'web/src/http/send.ts': "import { Page } from '../shell/Page.tsx';",
    'web/src/shell/Page.tsx': 'export const Page = 1;',
  };
  const renames = {
    'web/src/http/send.ts': 'web/src/platform/send.ts',
    'web/src/shell/Page.tsx': 'web/src/app/Page.tsx',
  };
  expect(shownOf(sources, renames)).toEqual({ 'imports that lead up': 1 });
  expect(shownOf(sources)).toEqual({});
});

test('a circle is counted once with all of its files', () => {
  const sources = {
    'domain/src/a/a.ts': "import { b } from './b.ts';",
    'domain/src/a/b.ts': "import { c } from './c.ts';",
    'domain/src/a/c.ts':
      "import { a } from './a.ts';\nimport { b } from './b.ts';\nimport { d } from './d.ts';",
    'domain/src/a/d.ts': 'export const d = 1;',
  };
  expect(shownOf(sources)).toEqual({ 'circles of imports': 1, 'files in the largest': 3 });
});

test('each way of its own is counted in the files that have it', () => {
  expect(
    shownOf({
      'web/src/features/a/APage.tsx': 'const [busy, setBusy] = useState(false);',
      'web/src/platform/form/use-save.ts': 'const [busy, setBusy] = useState(false);',
      'web/src/features/a/api.ts': 'if (sent.status === 409) ask();',
      'server/src/a/service.ts': "if (role === 'admin') return person.Cur;",
    }),
  ).toEqual({
    'files that save in a way of their own': 1,
    'screens that compare a refusal': 1,
    'files with names of roles': 1,
    'files with names of the wire': 1,
  });
});

const lines = (count: number, word = 'line') =>
  Array.from({ length: count }, (_, at) => `const ${word}${at} = read${word}('${word} of the table');`);

test('six lines that stand again are one place, as long as they go on alike', () => {
  expect(duplicatesIn([lines(12).join('\n'), [...lines(1, 'own'), ...lines(12)].join('\n')])).toBe(1);
  expect(duplicatesIn([lines(5).join('\n'), lines(5).join('\n')])).toBe(0);
  expect(duplicatesIn([[...lines(6), ...lines(6)].join('\n')])).toBe(1);
  expect(duplicatesIn([lines(6).join('\n'), lines(6, 'other').join('\n')])).toBe(0);
});

test('imports, comments and closing brackets are no lines that stand again', () => {
  const text = [
    ...lines(8).map((line) => `// ${line}`),
    'import {',
    ...lines(8).map((_, at) => `  read${at},`),
    "} from './a.ts';",
    ...Array.from({ length: 12 }, () => '}'),
  ].join('\n');
  expect(duplicatesIn([text, text])).toBe(0);
});

test('a part is the folder of a feature on all sides', () => {
  expect(
    [
      'domain/src/offers/rules.ts',
      'web/src/features/offers/api.ts',
      'server/src/platform/db/rows.ts',
      'domain/src/money.ts',
      'server/migrations/0001_a.sql',
    ].map(partOf),
  ).toEqual(['offers', 'offers', 'platform, ui and grounds', 'platform, ui and grounds', 'migrations']);
});
