import { describe, expect, test } from 'vitest';
import { featureProblems, pictureOf } from './check-features.mjs';
import { checkStructure, structureProblems } from './check-structure.mjs';

const MIGRATIONS = new Map([
  ['server/migrations/0009_billing.sql', 'create table work (id int primary key);'],
]);

/** What is wrong in these files, which are all that there is. */
const problemsOf = (sources: Readonly<Record<string, string>>) => [
  ...structureProblems(new Map(Object.entries(sources)), MIGRATIONS),
];
const importing = (file: string, path: string) => problemsOf({ [file]: `import { a } from '${path}';` });

describe('an import', () => {
  test('leads to the same floor or to a lower one', () => {
    expect(importing('web/src/app/start.tsx', '../features/people/PeoplePage.tsx')).toEqual([]);
    expect(importing('web/src/features/people/PeoplePage.tsx', '../../platform/query.ts')).toEqual([]);
    expect(importing('web/src/platform/query.ts', '../ui/theme.ts')).toEqual([]);
    expect(importing('server/src/operations/demo.ts', '../people/service.ts')).toEqual([]);
    expect(importing('server/src/main.ts', './operations/demo.ts')).toEqual([]);
    expect(importing('domain/src/people/rules.ts', '../calendar.ts')).toEqual([]);
  });

  test.each([
    ['web/src/ui/Note.tsx', '../platform/toasts.ts', 'the platform stands above a piece of ui'],
    ['web/src/platform/send.ts', '../features/sites/api.ts', 'a feature stands above the platform'],
    [
      'web/src/features/people/api.ts',
      '../../caregiver/store.ts',
      "the caregiver's app stands above a feature",
    ],
    ['web/src/features/people/api.ts', '../../app/routes.ts', 'the roof stands above a feature'],
    ['web/src/caregiver/EvvPage.tsx', '../app/Shell.tsx', "the roof stands above the caregiver's app"],
    ['web/src/app/router.tsx', '../main.tsx', 'the start stands above the roof'],
    ['web/src/app/router.tsx', '../../testing/setup.ts', 'what tests share stands above the roof'],
    ['server/src/platform/jobs/jobs.ts', '../../people/service.ts', 'a feature stands above the platform'],
    ['server/src/people/service.ts', '../app.ts', 'the registry of features stands above a feature'],
    ['server/src/people/service.ts', '../operations/demo.ts', 'operations stands above a feature'],
    ['server/src/people/service.ts', '../../testing/care.ts', 'what tests share stands above a feature'],
    ['server/src/operations/demo.ts', '../../testing/care.ts', 'what tests share stands above operations'],
    ['domain/src/calendar.ts', './people/rules.ts', 'a feature stands above the grounds of domain'],
    ['domain/src/people/rules.ts', '../calls.ts', 'the list of calls stands above a feature'],
  ])('of %s cannot lead up to %s', (file, path, why) => {
    expect(importing(file, path)).toEqual([expect.stringContaining(why)]);
  });

  test('cannot lead up by a type alone, nor later', () => {
    const later = "const load = () => import('../features/people/PeoplePage.tsx');";
    expect(problemsOf({ 'web/src/platform/query.ts': later })).toHaveLength(1);
    const type = "import type { Site } from '../../sites/service.ts';";
    expect(problemsOf({ 'server/src/platform/auth/scope.ts': type })).toHaveLength(1);
  });

  test('of a test leads wherever it needs to', () => {
    expect(importing('web/src/platform/query.test.ts', '../../testing/application.tsx')).toEqual([]);
    expect(importing('server/src/people/people.api.test.ts', '../billing/queries.ts')).toEqual([]);
  });

  test.each([
    ['web/src/platform/send.ts', '../../../server/src/people/service.ts', 'web cannot name server'],
    ['web/src/platform/send.ts', 'node:fs', 'web cannot name server'],
    ['server/src/people/service.ts', '../../../web/src/ui/masks.ts', 'server cannot name web'],
    ['domain/src/people/rules.ts', 'dayjs', 'domain imports only zod'],
    ['domain/src/people/rules.test.ts', '../../../server/src/people/service.ts', 'domain imports only zod'],
    ['server/src/people/service.ts', '../../../simulators/src/sandata.ts', 'the product knows nothing'],
    ['web/src/ui/Note.tsx', '@homecare/domain/people/contract.ts', 'pieces know no calls'],
  ])('of %s cannot lead to %s on another side', (file, path, why) => {
    expect(importing(file, path)).toEqual([expect.stringContaining(why)]);
  });

  test.each(['queries', 'record-queries'])('cannot lead to the %s of another feature', (name) => {
    expect(importing('server/src/claims/service.ts', `../billing/${name}.ts`)).toEqual([
      `server/src/claims/service.ts: imports 'server/src/billing/${name}.ts': call the service of billing`,
    ]);
    expect(importing('server/src/billing/service.ts', `./${name}.ts`)).toEqual([]);
  });
});

describe('a circle', () => {
  const circle = (there: string, back: string) =>
    problemsOf({ 'web/src/ui/one.ts': there, 'web/src/ui/two.ts': back });

  test.each([
    "import { a } from './one.ts';",
    "const load = () => import('./one.ts');",
    "import type { A } from './one.ts';",
  ])('is found where it is closed by: %s', (back) => {
    expect(circle("import { b } from './two.ts';", back)).toEqual([
      'import circle: web/src/ui/one.ts → web/src/ui/two.ts → web/src/ui/one.ts',
    ]);
  });
});

describe('a name', () => {
  test('is any word that says something', () => {
    expect(problemsOf({ 'server/src/people/merging.ts': '' })).toEqual([]);
    expect(problemsOf({ 'server/src/people-forms/documents/case-manager.ts': '' })).toEqual([]);
    expect(problemsOf({ 'web/src/features/people/search-index.ts': '' })).toEqual([]);
    expect(problemsOf({ 'web/src/features/people/PeoplePage.test.tsx': '' })).toEqual([]);
  });

  test.each([
    'server/src/people/helpers.ts',
    'server/src/people/date-utils.ts',
    'server/src/people/misc.ts',
    'server/src/common/dates.ts',
    'server/src/people/index.ts',
    'web/src/features/people/PeopleManager.tsx',
  ])('says something about the content: %s does not', (file) => {
    expect(problemsOf({ [file]: '' })).toEqual([`${file}: the name says nothing about the content`]);
  });

  test.each(['server/src/people/readPeople.ts', 'server/src/people/read_people.ts'])(
    'is kebab-case: %s is not',
    (file) => {
      expect(problemsOf({ [file]: '' })).toEqual([`${file}: names are kebab-case, components PascalCase`]);
    },
  );

  test('stands on a floor', () => {
    expect(problemsOf({ 'web/src/people/api.ts': '' })).toEqual([
      'web/src/people/api.ts: stands on no floor',
    ]);
    expect(problemsOf({ 'server/src/dates.ts': '' })).toEqual(['server/src/dates.ts: stands on no floor']);
  });
});

describe('a file', () => {
  test('has no default export and passes nothing on', () => {
    expect(problemsOf({ 'web/src/ui/Note.tsx': 'export default 1;' })).toHaveLength(1);
    expect(problemsOf({ 'web/src/ui/Note.tsx': "export * from './theme.ts';" })).toHaveLength(1);
  });

  test.each([
    "db.updateTable('work')",
    'sql`update work set rev = 1`',
    'sql`delete from work`',
    'sql`insert into work (id) values (1)`',
  ])('writes the tables of its own feature alone: %s', (source) => {
    expect(problemsOf({ 'server/src/billing/queries.ts': source })).toEqual([]);
    expect(problemsOf({ 'server/src/claims/queries.ts': source })).toEqual([
      'server/src/claims/queries.ts: writes work of billing: call its service',
    ]);
    expect(problemsOf({ 'server/src/reports/queries.ts': source })).toEqual([
      'server/src/reports/queries.ts: writes work: reports write nothing',
    ]);
  });
});

describe('the table of features', () => {
  const PAGE = [
    '| Feature | domain | server | web |',
    '|---|---|---|---|',
    '| claims |  | billing |  |',
  ].join('\n');
  const problems = (imports: Readonly<Record<string, string[]>>) => [
    ...featureProblems(new Map(Object.entries(imports)), PAGE),
  ];
  const DECLARED = {
    'server/src/claims/service.ts': ['server/src/billing/service.ts', 'domain/src/visits/rules.ts'],
  };

  test('allows what it says', () => {
    expect(problems(DECLARED)).toEqual([]);
  });

  test('refuses an import that it does not say, or says of another side', () => {
    expect(
      problems({ ...DECLARED, 'server/src/billing/service.ts': ['server/src/claims/service.ts'] }),
    ).toEqual([
      'server/src/billing/service.ts: imports server/src/claims/service.ts, which docs/features.md does not say',
    ]);
    expect(
      problems({ ...DECLARED, 'web/src/features/claims/api.ts': ['web/src/features/billing/api.ts'] }),
    ).toHaveLength(1);
  });

  test('refuses to say what nothing does', () => {
    expect(problems({ 'server/src/claims/service.ts': ['server/src/platform/db/pool.ts'] })).toEqual([
      "docs/features.md: says 'claims server billing', which nothing does any more",
    ]);
  });

  test('is drawn with a bar for each use and every feature on both edges', () => {
    const picture = pictureOf(['claims server billing', 'claims web billing']);
    expect(picture.match(/height="14" fill="#3667b0"/g)).toHaveLength(2);
    expect(picture.match(/>billing</g)).toHaveLength(2);
    expect(picture.match(/>claims</g)).toHaveLength(2);
  });
});

describe('migrations', () => {
  const problems = (...files: readonly string[]) => [
    ...structureProblems(new Map(), new Map(files.map((file) => [`server/migrations/${file}`, '']))),
  ];

  test('have numbers that follow each other', () => {
    expect(problems('0126_calculator.sql', '0127_books.sql', '0128_claims.sql')).toEqual([]);
  });

  test('have a name by which the server finds them', () => {
    expect(problems('0126_report-mails.sql')).toEqual([
      'server/migrations/0126_report-mails.sql: is no name of a migration, which never runs',
    ]);
  });

  test('share no number, and leave none out', () => {
    expect(problems('0126_books.sql', '0126_calculator.sql')).toEqual([
      'server/migrations/0126_calculator.sql: takes number 126 where 127 is next',
    ]);
    expect(problems('0126_books.sql', '0128_claims.sql')).toEqual([
      'server/migrations/0128_claims.sql: takes number 128 where 127 is next',
    ]);
  });
});

test('the repository breaks none of the rules', () => {
  expect(checkStructure()).toEqual([]);
});
