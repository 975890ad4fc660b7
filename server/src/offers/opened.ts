import { done, type Result, refuse } from '@homecare/domain/errors.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate } from '../platform/db/mutate.ts';
import { noteEvents } from '../staffing/service.ts';
import { type OfferRow, storeOpened } from './queries.ts';

/** Notes when an offer was first seen, on its link's page or in the app, while an answer is still awaited. */
export const noteOpened = async (scope: Scope, offer: OfferRow): Promise<Result<null>> =>
  offer.opened !== null || offer.state !== 'waiting'
    ? done(null)
    : mutate(scope, 'offers.open', async (tx, record) => {
        if (!(await storeOpened(tx, offer.id, scope.now().toString()))) return refuse('conflict');
        const { planId, day, providerId } = offer;
        await noteEvents(tx, scope, [{ planId, day, kind: 'opened', providerId }]);
        record({ entity: 'offer', id: offer.id, action: 'update', changes: { opened: [false, true] } });
        return done(null);
      });
