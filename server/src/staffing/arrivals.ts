import { done, refuse } from '@homecare/domain/errors.ts';
import type * as calls from '@homecare/domain/staffing/contract.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { rejectTaken } from '../visits/service.ts';
import { listArrivalRows } from './arrival-queries.ts';
import { refuseDays } from './service.ts';

/** Caregivers who checked in for a visit that someone else had taken by then. The office decides who works it. */

export const loadArrivals: UseCase<typeof calls.listArrivals> = async (scope, days) =>
  refuseDays(days) ?? done(await listArrivalRows(scope.site.db, days));

export const closeArrival: UseCase<typeof calls.closeArrival> = (scope, { id }) =>
  mutate(scope, 'staffing.closeArrival', async (tx, record) => {
    const { at: now, by } = scope.stamp();
    if (!(await rejectTaken(tx, id, { by, now }))) return refuse('notFound');
    record({ entity: 'visitAttempt', id, action: 'update', changes: { rejected: [null, by] } });
    return done({ id });
  });
