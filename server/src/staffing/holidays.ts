import { done, refuseAll } from '@homecare/domain/errors.ts';
import type * as calls from '@homecare/domain/staffing/holiday-contract.ts';
import { Holiday } from '@homecare/domain/staffing/holiday-contract.ts';
import { checkHolidays, tidyHolidays } from '@homecare/domain/staffing/holidays.ts';
import { z } from 'zod';
import { refuseStale } from '../platform/auth/stale.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { lockSetting, readSetting, writeSetting } from '../platform/settings/settings.ts';

/** The agency's own holidays. */

const KEY = 'staffing.holidays';

export const readHolidays = async (db: Db) => {
  const stored = await readSetting(db, KEY);
  return { holidays: z.array(Holiday).parse(stored?.value ?? []), rev: stored?.rev ?? 0 };
};

export const getHolidays: UseCase<typeof calls.getHolidays> = async (scope) =>
  done(await readHolidays(scope.site.db));

export const saveHolidays: UseCase<typeof calls.saveHolidays> = async (scope, { holidays: wanted, rev }) => {
  const holidays = tidyHolidays(wanted);
  return (
    refuseAll(checkHolidays(holidays)) ??
    mutate(scope, 'staffing.saveHolidays', async (tx, record) => {
      await lockSetting(tx, KEY);
      const before = await readHolidays(tx);
      if (before.rev !== rev) return refuseStale(scope, undefined);
      const changes = { holidays: [before.holidays, holidays] as const };
      record({ entity: 'staffingHolidays', id: null, action: 'update', changes });
      return done({ rev: await writeSetting(tx, KEY, holidays) });
    })
  );
};
