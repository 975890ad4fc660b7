import * as calls from '@homecare/domain/offers/contract.ts';
import { DEFAULT_AUTOPILOT } from '@homecare/domain/offers/rules.ts';
import { AskingSettings } from '@homecare/domain/offers/schema.ts';
import { listOpenVisits, uncoverVisit } from '@homecare/domain/staffing/contract.ts';
import type { VisitKey } from '@homecare/domain/staffing/schema.ts';
import { getVisitStory } from '@homecare/domain/visit-story/contract.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { readNow, useRead } from '../../platform/query.ts';
import { type AutopilotForm, tryableOf } from './autopilot-form.ts';

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
/** Milliseconds after the last key. */
const PAUSE = 800;
/** What the settings on the screen would have come to; a call-out more or less does not matter while they are changed. */
export const useTriedAutopilot = (form: AutopilotForm) => {
  // As text: the same settings are the same value, whatever was typed in between.
  const [text] = useDebouncedValue(JSON.stringify(tryableOf(form) ?? null), PAUSE);
  const settings = AskingSettings.nullable().parse(JSON.parse(text));
  const options = { enabled: settings !== null, staleTime: 600_000 };
  return useRead(calls.tryAutopilot, { settings: settings ?? DEFAULT_AUTOPILOT }, options);
};
export const SEND_TEST = { call: calls.sendTest, keyed: true } as const;
export const useAsked = (isAll: boolean) =>
  useRead(
    calls.listAsked,
    isAll ? { days: calls.MOST_ASKED_DAYS } : {},
    isAll ? { staleTime: 0 } : { every: 15_000, staleTime: 0 },
  );
const LANE_DAYS = 7;
/** How many were asked for each visit of the last days, by plan and day. */
export const useAskedCounts = () =>
  useRead(calls.listAsked, { days: LANE_DAYS }, { every: 15_000, staleTime: 0 });
export const UNDO_COVER = {
  call: uncoverVisit,
  changes: [calls.listAsked, calls.listOffers, getVisitStory, listOpenVisits],
} as const;
