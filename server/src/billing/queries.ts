import type { Card } from '@homecare/domain/billing/schema.ts';
import { sql } from 'kysely';
import type { Scope } from '../platform/auth/scope.ts';
import { queryRows } from '../platform/db/rows.ts';
import { cardColumns, cardTables } from './record-queries.ts';

type GridOfPlan = Pick<Card, 'startPeriod' | 'endPeriod' | 'days'> & { readonly planId: number };

/** Day grids of the live cards of months, from and through YYYY-MM. */
export const listGrids = (scope: Scope, from: string, through: string) =>
  queryRows<GridOfPlan>(scope.site.db)`select care_plan_id as "planId", start_period as "startPeriod",
      end_period as "endPeriod", days
    from work where deleted is null and month between ${`${from}-01`}::date and ${`${through}-01`}::date`;

/** One person's live cards from a month on, in the order of months. */
export const listCards = async (
  scope: Scope,
  of: { readonly clientId: number } | { readonly providerId: number },
  fromMonth: string,
): Promise<Card[]> => {
  const person =
    'clientId' in of ? sql`work.client_id = ${of.clientId}` : sql`work.provider_id = ${of.providerId}`;
  const rows = await queryRows<Card>(scope.site.db)`select ${cardColumns} from ${cardTables}
    where ${person} and work.deleted is null and work.month >= ${`${fromMonth}-01`}::date
    order by work.month, work.id`;
  return rows;
};
