import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sizeOfCommits } from './size-of-commits.ts';
import { sizeOfSource } from './size-of-source.ts';

describe('what counts as a line', () => {
  const linesOf = (path: string, ...text: string[]) => {
    const { lines, commentLines } = sizeOfSource(path, text.join('\n'));
    return [lines, commentLines];
  };

  test('a line of code with a comment behind it is code', () => {
    expect(linesOf('a.ts', '// a comment', '', 'const a = 1; // one', '/* of', '   two lines */')).toEqual([
      1, 3,
    ]);
  });

  test('a text that looks like a comment is code', () => {
    expect(
      linesOf('a.ts', "const a = '/*';", 'const b = `', '// text', '`;', 'const c = /\\/*/;', '// x'),
    ).toEqual([5, 1]);
  });

  test('a comment between tags is a comment with its braces', () => {
    expect(linesOf('a.tsx', 'const A = () => (', '  <p>', '    {/* why */}', '  </p>', ');')).toEqual([4, 1]);
  });

  test('quotes of a style sheet and of SQL hold no comment', () => {
    expect(linesOf('a.css', '/* why', '*/', ".a { content: '/*'; }", ".b { content: '*/'; }")).toEqual([
      2, 2,
    ]);
    expect(linesOf('a.sql', '-- why', "select '--", "', 'it''s /*'", 'as "*/"; /* b', '*/')).toEqual([3, 2]);
  });

  test('a function is measured without its comments and named by its place', () => {
    const { functions } = sizeOfSource(
      'a.tsx',
      'export const Page = memo(() => {\n  // why\n  return <p />;\n});\nclass A { read() { return run(function () {}); } }',
    );
    expect(functions).toEqual([
      { name: 'Page', lines: 3, isComponent: true },
      { name: 'read', lines: 1, isComponent: false },
      { name: '', lines: 1, isComponent: false },
    ]);
  });
});

describe('two commits', () => {
  const repository = mkdtempSync(join(tmpdir(), 'size-test-'));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: repository });
  const write = (path: string, ...lines: string[]) => {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    writeFileSync(join(repository, path), `${lines.join('\n')}\n`);
  };
  const commit = () => {
    git('add', '--all');
    git('commit', '--quiet', '--message', 'a');
  };
  let text = '';
  let rows: Map<string, string[]>;

  beforeAll(async () => {
    git('init', '--quiet');
    const oracle = [
      'export const slowSum = (values: number[]) => {',
      '  let all = 0;',
      '  for (const value of values) all += value;',
      '  return all;',
      '};',
    ];
    write('domain/src/sum.ts', 'export const sum = 1;', ...oracle);
    write(
      'domain/src/samples.ts',
      ...['a', 'b', 'c', 'd'].map((name) => `export const ${name} = '${name}';`),
    );
    write('server/src/platform/db/tables.ts', 'export interface Tables {}');
    write('web/src/Page.css', '.page { color: red; margin: 0; }');
    write('web/src/Page.test.tsx', "test('a', () => {});");
    commit();
    write('domain/src/sum.ts', 'export const sum = 1;');
    write(
      'domain/src/sum.test.ts',
      "import { sum } from './sum.ts';",
      '// What sum is compared with.',
      ...oracle,
    );
    mkdirSync(join(repository, 'domain/src/testing'));
    renameSync(join(repository, 'domain/src/samples.ts'), join(repository, 'domain/src/testing/samples.ts'));
    write('web/src/Page.css', '.page { color: red; }');
    commit();
    write('domain/src/sum.ts', 'this is no TypeScript');
    text = await sizeOfCommits(repository, 'HEAD~1', 'HEAD');
    rows = new Map(
      text.split('\n').map((line) => [line.slice(0, 40).trim(), line.slice(40).trim().split(/\s+/)]),
    );
  });
  afterAll(() => rmSync(repository, { recursive: true }));

  test('are compared by product lines after the formatter, in all, by package and by kind of file', () => {
    expect(rows.get('product lines')).toEqual(['14', '4', '-10']);
    expect(rows.get('of domain')).toEqual(['10', '1', '-9']);
    expect(rows.get('of web')).toEqual(['4', '3', '-1']);
    expect(rows.get('.css')).toEqual(['4', '3', '-1']);
    expect(rows.get('product files')).toEqual(['3', '2', '-1']);
  });

  test('have tests and generated files apart', () => {
    expect(rows.get('test and tool lines')).toEqual(['1', '11', '10']);
    expect(rows.get('generated lines')).toEqual(['1', '1', '0']);
  });

  test('show what moved into tests, and do not count it as fewer lines', () => {
    expect(rows.get('product lines moved to tests')).toEqual(['9']);
    expect(text).toContain('5 of domain/src/sum.ts, now in domain/src/sum.test.ts');
    expect(text).toContain('4 of domain/src/samples.ts, now in domain/src/testing/samples.ts');
    expect(rows.get('fewer product lines without those')).toEqual(['1']);
  });

  test('show the parts that there were apart from new ones', () => {
    expect(rows.get('lines of parts that there were')).toEqual(['14', '4', '-10']);
    expect(rows.get('lines of new parts')).toEqual(['0', '0', '0']);
    expect(rows.get('platform, ui and grounds')).toEqual(['14', '4', '-10']);
  });

  test('are read from git: the work tree stays as it is', () => {
    expect(readFileSync(join(repository, 'domain/src/sum.ts'), 'utf8')).toBe('this is no TypeScript\n');
  });

  test('that do not exist are named', async () => {
    await expect(sizeOfCommits(repository, 'HEAD', 'nowhere')).rejects.toThrow('There is no commit nowhere.');
  });
});
