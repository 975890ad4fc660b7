import { compareKeys } from '../compare.ts';
import { compareNames } from '../people/order.ts';
import type { PlanListRow } from './schema.ts';

type Listed = Pick<PlanListRow, 'id' | 'Provider' | 'Client' | 'StartDate'>;

/**
 * The order of the care plan list: by provider, client and start. If names alone do not decide it, the server sends a
 * followed list whole instead of its changes (docs/rules/calls.md, rule 20).
 */
export const comparePlans = (a: Listed, b: Listed): number =>
  compareNames(a.Provider, b.Provider) ||
  compareNames(a.Client, b.Client) ||
  compareKeys(a.StartDate, b.StartDate) ||
  a.id - b.id;
