import { expect, test } from 'vitest';
import { personOfPath, personPath } from './person-path.ts';

test('the address of a person and a tab leads back to both', () => {
  expect(personOfPath(personPath(4412))).toEqual({ id: 4412, tab: 'overview' });
  expect(personOfPath(personPath(4412, 'plans').toUpperCase())).toEqual({ id: 4412, tab: 'plans' });
  expect(personPath(4412)).not.toContain('4412');
});

test('an address that was cut or made up names nobody', () => {
  for (const path of ['/person', '/person/4412', personPath(7).slice(0, -1), `${personPath(7)}/else`])
    expect(personOfPath(path)).toBeUndefined();
});
