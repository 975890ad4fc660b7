import { keyOf } from '@homecare/domain/schedule/layout.ts';
import { listCandidates } from '@homecare/domain/staffing/contract.ts';
import type { Candidate, OpenVisit } from '@homecare/domain/staffing/schema.ts';
import { readNow } from '../../platform/query.ts';
import { createStore } from '../../platform/store.ts';
import { toast } from '../../platform/toasts.ts';

/** An open visit being moved to a row. Kept outside the page's state, so that moving renders two rows instead of three hundred. */
export interface Moving {
  readonly visit: OpenVisit;
  /** Who can come; undefined while loading. */
  readonly answers: ReadonlyMap<number, Candidate> | undefined;
  /** The caregiver whose row it is over. */
  readonly over: number | null;
  /** Picked up by keyboard, so nothing follows a pointer. */
  readonly byKeys: boolean;
}

const moving = createStore<Moving | null>(null);
export const getMoving = moving.get;
export const useMovingPart = moving.usePart;

/** A visit dropped on a row that is being saved. */
export interface Placing {
  readonly visit: OpenVisit;
  readonly providerId: number;
}
const placing = createStore<Placing | null>(null);
export const setPlacing = placing.set;
export const usePlacingPart = placing.usePart;

export const startMoving = (visit: OpenVisit, byKeys: boolean) => {
  moving.set({ visit, answers: undefined, over: null, byKeys });
  const isStill = () => {
    const now = moving.get();
    return now !== null && keyOf(now.visit) === keyOf(visit) ? now : undefined;
  };
  readNow(listCandidates, { planId: visit.planId, day: visit.day }).then(
    ({ candidates }) => {
      const now = isStill();
      if (now) moving.set({ ...now, answers: new Map(candidates.map((one) => [one.ProviderID, one])) });
    },
    (error: unknown) => {
      if (!isStill()) return;
      moving.set(null);
      toast.error(error instanceof Error ? error.message : 'Couldn’t load who can come.');
    },
  );
};

export const moveOver = (over: number | null) => {
  const now = moving.get();
  if (now && now.over !== over) moving.set({ ...now, over });
};

export const stopMoving = () => moving.set(null);
