import { describe, expect, test } from 'vitest';
import { describeRelease, type LastRelease, migrationProblems, readRelease } from './check-migrations.ts';

const LAST: LastRelease = {
  through: '0100',
  tables: new Map([
    ['visits', new Set(['id', 'status', 'start_at'])],
    ['people', new Set(['id', 'name'])],
  ]),
};
const problemsOf = (text: string, name = '0101_visits.sql') => migrationProblems([{ name, text }], LAST);

describe('a migration is refused that', () => {
  test.each([
    ['drops a table', 'drop table visits;', 'drops visits, which the last release reads. Widen'],
    ['drops one of several', 'drop table if exists old, people cascade', 'drops people, which'],
    ['drops a column', 'alter table visits drop column status', 'drops visits.status, which'],
    ['drops it beside others', 'alter table visits add note text, drop status', 'drops visits.status'],
    ['renames a table', 'ALTER TABLE visits RENAME TO calls', 'renames visits, which'],
    ['renames a column', 'alter table visits rename column status to state', 'renames visits.status'],
    ['changes a type', 'alter table visits alter column start_at type date', 'alters visits.start_at (type)'],
    ['asks for what may be missing', 'alter table visits alter status set not null', '(set not null)'],
    ['takes a default away', 'alter table visits alter column status drop default', '(drop default)'],
    [
      'adds what earlier inserts do not know',
      'alter table visits add column place text not null',
      'adds visits.place without a default and not null',
    ],
    ['adds a check', 'alter table visits add check (id > 0)', 'adds a rule to visits'],
    ['adds a named rule', 'alter table visits add constraint one unique (status)', 'adds a rule to visits'],
    ['adds a unique index', 'create unique index one on visits (status)', 'adds a unique index to visits'],
    ['adds one value to all', "alter table visits add code text unique default ''", 'unique with a default'],
    ['drops a function', 'drop function is_provider_away', 'drops function is_provider_away'],
    ['hides it behind others', "select 'a;b'; -- note; drop\ndrop table visits", 'drops visits'],
  ])('%s', (_, text, fault) => {
    const [problem, ...others] = problemsOf(text);
    expect(problem).toContain(fault);
    expect(others).toEqual([]);
  });
});

describe('a migration is taken that', () => {
  test.each([
    ['makes a table', 'create table offers (id int not null unique); create unique index one on offers (id)'],
    ['adds a column that may be empty', 'alter table visits add column note text'],
    ['adds one with a default', 'alter table visits add column note text not null default $$-$$'],
    ['adds a numbered one', 'alter table visits add number int generated always as identity unique'],
    ['drops what no source names any more', 'alter table visits drop column forgotten'],
    ['drops a table that is new', 'drop table offers'],
    ['drops a rule', 'alter table visits drop constraint one'],
    ['says in a comment what it does not do', '-- drop table visits;\nselect 1'],
    ['quotes it', "comment on table people is 'drop table visits;'"],
    ['widens a rule', 'alter table visits drop constraint visits_status_check'],
    [
      'says why the last release does not mind',
      '-- the release before: its last writer went with the release before that.\nalter table visits drop status',
    ],
  ])('%s', (_, text) => expect(problemsOf(text)).toEqual([]));

  test('came with the last release or before', () => {
    expect(problemsOf('drop table visits', '0100_visits.sql')).toEqual([]);
  });
});

test('a reason counts for its own statement and not in half a word', () => {
  const excused = '-- the release before: it never wrote a row of this.\nalter table visits drop status;';
  expect(problemsOf(`${excused} drop table people`)).toHaveLength(1);
  expect(problemsOf('-- the release before: yes\ndrop table people')).toHaveLength(1);
});

test('a release is described by its tables and the columns that its sources name', () => {
  const types = 'export interface CarePlansTable {\n  id: string;\n  end_date: string;\n  gone: string;\n}\n';
  const text = describeRelease(types, "sql`select id from care_plans where end_date > ''`", '0007');
  expect(readRelease(text)).toEqual({
    through: '0007',
    tables: new Map([['care_plans', new Set(['id', 'end_date'])]]),
  });
});
