import type { DayLine } from '@homecare/domain/claims/day-lines.ts';
import { type PredictionFacts, paidKey } from '@homecare/domain/claims/prediction.ts';
import { listProgramsOf } from '../authorizations/service.ts';
import { readCoverage } from '../eligibility/coverage.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Db } from '../platform/db/rows.ts';
import { listPaidClaims } from './answer-queries.ts';
import { listClaimTerms } from './payer-data.ts';
import { listTerms } from './queries.ts';

/** What is known about lines before they are sent, besides their visits and authorizations. */
export const readPredictionFacts = async (
  db: Db,
  scope: Scope,
  lines: readonly DayLine[],
  /** Claims that the lines replace. */
  replaced: readonly string[],
): Promise<Omit<PredictionFacts, 'pars'>> => {
  const clientIds = [...new Set(lines.map(({ clientId }) => clientId))];
  const days = lines.map(({ day }) => day).sort();
  const [from, through] = [days[0] ?? '', days.at(-1) ?? ''];
  const [terms, coverage, programs, types, paid] = await Promise.all([
    listClaimTerms(db, scope.settings),
    readCoverage(db, clientIds),
    listProgramsOf(db, clientIds),
    listTerms(db),
    from === '' ? [] : listPaidClaims(db, clientIds, { usage: scope.settings.claims.usage, replaced }),
  ]);
  return {
    today: scope.today().toString(),
    terms: terms.filing,
    coverage,
    programs,
    types,
    unproven: new Map(),
    paid: new Set(
      paid.flatMap(({ clientId, lines: sent, paidLines }) => {
        const amounts = new Map(paidLines?.map((line) => [line.control, line.paid]));
        return sent.flatMap((line) =>
          (amounts.get(line.control) ?? 0) > 0 && line.day >= from && line.day <= through
            ? [paidKey({ ...line, clientId })]
            : [],
        );
      }),
    ),
  };
};
