import { isAwayDuring } from '@homecare/domain/availability/rules.ts';
import { instantOf } from '@homecare/domain/calendar.ts';
import type { StaffedVisit } from '@homecare/domain/staffing/staffed-visits.ts';
import { listTimeOff } from '../availability/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Db } from '../platform/db/rows.ts';
import { listCallOutRows, ONE_VISIT } from './queries.ts';

/** The caregiver is coming: they have neither called out nor approved time off then. */
export const isExpected = async (
  db: Db,
  scope: Scope,
  { ProviderID, date, start, end }: Pick<StaffedVisit, 'ProviderID' | 'date' | 'start' | 'end'>,
): Promise<boolean> => {
  const from = instantOf(date, start, scope.settings.timeZone);
  const until = from.add(ONE_VISIT);
  const callOuts = await listCallOutRows(db, from.toString(), until.toString(), [ProviderID]);
  if (callOuts.length > 0) return false;
  const off = await listTimeOff(db, { from: date, through: date }, ['Approved'], [ProviderID]);
  return !off.some((one) => isAwayDuring(one, { day: date, start, end }));
};
