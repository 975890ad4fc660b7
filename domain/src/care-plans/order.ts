import { compareKeys } from '../compare.ts';
import { personSortKey } from '../people/order.ts';
import type { PlanListRow } from './schema.ts';

/** 'Last, First' as the key that lists are ordered by; a row says no middle name. */
const nameKey = (name: string) => {
  const comma = name.indexOf(', ');
  return personSortKey({
    ID: 0,
    LastName: name.slice(0, comma),
    FirstName: name.slice(comma + 2),
    MiddleName: '',
  });
};

type Listed = Pick<PlanListRow, 'id' | 'Provider' | 'Client' | 'StartDate'>;

/**
 * The order of the care plan list: by provider, client and start. The server answers the whole list where names alone do not
 * say the order (docs/rules/calls.md, rule 20).
 */
export const comparePlans = (a: Listed, b: Listed): number =>
  compareKeys(nameKey(a.Provider), nameKey(b.Provider)) ||
  compareKeys(nameKey(a.Client), nameKey(b.Client)) ||
  compareKeys(a.StartDate, b.StartDate) ||
  a.id - b.id;
