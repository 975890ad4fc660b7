import { readFileSync } from 'node:fs';
import { OWN_LAYOUT } from '@homecare/domain/payroll/layouts.ts';
import { expect, test } from 'vitest';

test('exactly the columns of the payroll export are documented, in their order', () => {
  const text = readFileSync(new URL('../../../docs/payroll-export.md', import.meta.url), 'utf8');
  const [table = ''] = /\| Column \|[\s\S]*?\n\n/.exec(text) ?? [];
  const documented = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(documented).toEqual(OWN_LAYOUT.columns.map(({ head }) => head));
});
