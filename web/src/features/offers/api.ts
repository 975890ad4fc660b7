import * as calls from '@homecare/domain/offers/contract.ts';
import { getVisitStory, uncoverVisit } from '@homecare/domain/staffing/contract.ts';
import type { VisitKey } from '@homecare/domain/staffing/schema.ts';
import { readNow, useRead } from '../../platform/query.ts';

/** Seconds between two looks at answers that come in. */
const ANSWERS_SECONDS = 5;
const polled = { every: ANSWERS_SECONDS * 1000, staleTime: 0 } as const;

export const useOffers = ({ planId, day }: VisitKey) => useRead(calls.listOffers, { planId, day }, polled);
export const useProposals = () => useRead(calls.listProposals, {}, { every: 15_000, staleTime: 0 });

const changes = [calls.listOffers, calls.listAsked, getVisitStory] as const;
export const SEND_OFFERS = { call: calls.sendOffers, changes, keyed: true } as const;
export const PAUSE_OFFERS = { call: calls.pauseOffers, changes } as const;
export const RESUME_OFFERS = { call: calls.resumeOffers, changes } as const;
export const CLOSE_PROPOSAL = { call: calls.closeProposal, changes: [calls.listProposals] } as const;

export const useAutopilot = () => useRead(calls.getAutopilot, {});
export const readAutopilotAgain = () => readNow(calls.getAutopilot, {});
export const SAVE_AUTOPILOT = { call: calls.saveAutopilot, changes: [calls.getAutopilot] } as const;
export const SEND_TEST = { call: calls.sendTest, keyed: true } as const;
export const useAsked = () => useRead(calls.listAsked, {}, { every: 15_000, staleTime: 0 });
export const UNDO_COVER = {
  call: uncoverVisit,
  changes: [calls.listAsked, calls.listOffers, getVisitStory],
} as const;
