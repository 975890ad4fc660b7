import type { Scope } from '../platform/auth/scope.ts';
import { type CardRow, listCards } from './queries.ts';

export type { CardRow };

/** Live billing records of a client whose service month is `fromMonth` (YYYY-MM) or later. */
export const cardsOfClient = (scope: Scope, clientId: number, fromMonth: string): Promise<CardRow[]> =>
  listCards(scope, { clientId }, fromMonth);

export const cardsOfProvider = (scope: Scope, providerId: number, fromMonth: string): Promise<CardRow[]> =>
  listCards(scope, { providerId }, fromMonth);
