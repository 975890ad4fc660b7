import { addDays } from '../calendar.ts';
import { type Around, type StatedVisit, statedVisits, type TodayFacts } from './facts.ts';
import { lateKey, notOutKey, openKey, requestKey } from './visit-rows.ts';

/** Rows that such a visit had before: what they said was not solved, it goes on in another row. */
const formerKeys = (visit: StatedVisit): string[] => {
  switch (visit.state) {
    case 'missed':
      return [lateKey(visit), openKey(visit)];
    case 'open':
      return [lateKey(visit)];
    case 'notOut':
      return [notOutKey(visit)];
    default:
      return [];
  }
};

/** Keys of rows that are gone although nobody did anything: it became too late, or a day ended. */
export const unsolvedKeys = (facts: TodayFacts, around: Around): string[] => {
  const since = addDays(around.today, -2);
  const visits = statedVisits(facts, around).filter(({ Date: date }) => date >= since);
  return [...new Set([...visits.flatMap(formerKeys), ...(facts.requests ?? []).map(requestKey)])];
};
