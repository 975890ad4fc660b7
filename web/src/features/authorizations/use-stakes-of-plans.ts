import { sayFinding, warnOfFinding } from '@homecare/domain/authorizations/findings.ts';
import type { AuthorizationRow } from '@homecare/domain/authorizations/schema.ts';
import { sayDay } from '@homecare/domain/calendar.ts';
import { useMemo } from 'react';
import type { Tone } from '../../ui/tones.ts';
import { useStakes } from './api.ts';
import { STAKES } from './stake.ts';
import { useSeesAuthorizations } from './use-sees-authorizations.ts';

/** Shown beside a care plan in a list: 'Runs out Dec 3', and the whole sentence. */
export interface StakeOfPlan {
  readonly short: string;
  readonly whole: string;
  readonly tone: Tone;
}

/** Findings that care plans cause. */
const OF_PLANS = ['missing', 'uncoded', 'runningOut', 'ending', 'overPlanned'];
const keyOf = (clientId: number, type: string) => `${clientId} ${type}`;

/** A text short enough for a column. */
const shortOf = (finding: Parameters<typeof sayFinding>[0], today: string) => {
  switch (finding.kind) {
    case 'missing':
      return 'No authorization';
    case 'uncoded':
      return 'No program code';
    case 'overPlanned':
      return 'Overplanned';
    case 'ending':
      return `Ends ${sayDay(finding.day)}`;
    default:
      return sayFinding(finding, today)[0];
  }
};

const stakeOf = ({ findings, number, typeName }: AuthorizationRow, today: string): StakeOfPlan[] => {
  const first = findings.find(({ kind }) => OF_PLANS.includes(kind));
  if (!first) return [];
  return [
    {
      short: shortOf(first, today),
      whole: `${typeName}: ${warnOfFinding(first, number, today)}`,
      tone: STAKES[first.kind].tone,
    },
  ];
};

/** The first finding by client and care plan type. */
export const useStakesOfPlans = (): ((clientId: number, type: string) => StakeOfPlan | undefined) => {
  const { data } = useStakes(useSeesAuthorizations());
  return useMemo(() => {
    const stakes = new Map<string, StakeOfPlan>();
    for (const row of data?.rows ?? [])
      for (const stake of stakeOf(row, data?.day ?? '')) {
        const key = keyOf(row.clientId, row.type);
        if (!stakes.has(key)) stakes.set(key, stake);
      }
    return (clientId, type) => stakes.get(keyOf(clientId, type));
  }, [data]);
};
