import { DAY_MINUTES, minuteOfDay, spanMinutes } from '@homecare/domain/calendar.ts';
import { done } from '@homecare/domain/errors.ts';
import { candidatesFor } from '@homecare/domain/staffing/candidates.ts';
import type * as calls from '@homecare/domain/staffing/contract.ts';
import { otherTimes } from '@homecare/domain/staffing/other-times.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { newPace } from '../platform/jobs/pace.ts';
import { askAbout, loadWorld } from './facts.ts';
import { findVisit } from './service.ts';

/** At most this many possible caregivers are named. */
const NAMED = 2;

/** The minutes of a day that have passed; none for a future day. */
const passedOn = (scope: Scope, date: string): number => {
  const now = scope.now().toZonedDateTimeISO(scope.settings.timeZone).toPlainDateTime();
  const today = now.toPlainDate().toString();
  if (date < today) return DAY_MINUTES;
  return today === date ? minuteOfDay(now.toPlainTime().toString()) : 0;
};

/** Applies the rules for an open visit as if it were planned for that hour. */
export const getOtherTime: UseCase<typeof calls.getOtherTime> = async (scope, key) => {
  const { db } = scope.site;
  const found = await findVisit(db, scope, key);
  if (!found?.opened) return done(null);
  const { visit } = found.opened;
  const moved = otherTimes(visit, passedOn(scope, visit.date)).map(({ start, end }) => ({
    ...visit,
    start,
    end,
    minutes: spanMinutes(start, end),
  }));
  const world = await loadWorld(db, scope, [visit.date], false);
  const pace = newPace();
  for (const { asked, caregivers } of await askAbout(db, scope, world, moved)) {
    const can = candidatesFor(asked, caregivers, world.around.people, world.rules).filter(
      ({ obstacle }) => obstacle === null,
    );
    const { start, end } = asked.visit;
    if (can.length > 0)
      return done({
        start,
        end,
        count: can.length,
        Providers: can.slice(0, NAMED).map(({ Provider }) => Provider),
      });
    if (pace.isDue()) await pace.rest();
  }
  return done(null);
};
