import type { Weekday } from '@homecare/domain/calendar.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import {
  coverAbsence,
  previewAbsence,
  previewCoverLimits,
  updateCarePlan,
} from '@homecare/domain/care-plans/contract.ts';
import type { AwayPart, CoverLimits, CoverResult } from '@homecare/domain/care-plans/schema.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSending, useTask } from '../../platform/form/use-action.ts';
import { readQuery, useRead } from '../../platform/query.ts';
import { plansChanged } from './list-api.ts';

/** The absent person and the dates, as YYYY-MM-DD. */
export interface Asked {
  readonly id: number;
  readonly from: string;
  readonly through: string;
}

/** The choices for one part, and their outcome. */
export interface PartState {
  readonly standIn: number | null;
  /** Days whose short gaps the user has approved. */
  readonly approved: readonly Weekday[];
  /** Why the client needs this caregiver beyond a limit. */
  readonly justification: string;
  readonly result?: Omit<CoverResult, 'planId' | 'from'> | undefined;
}
const OPEN: PartState = { standIn: null, approved: [], justification: '' };

/** A different substitute discards earlier answers. */
export const chosenFor = (standIn: number | null): PartState => ({ ...OPEN, standIn, result: undefined });

export const keyOf = ({ id, from }: Pick<AwayPart, 'id' | 'from'>) => `${id} ${from}`;

export const useAbsence = (asked: Asked | undefined) =>
  useRead(previewAbsence, asked ?? { id: 1, from: '2000-01-01', through: '2000-01-01' }, {
    enabled: asked !== undefined,
  });

/** What the limits say about the chosen substitutes, part by part, before anything is saved. Each new choice is checked again. */
export const useLimits = (asked: Asked | undefined, chosen: InputOf<typeof previewCoverLimits>['covers']) => {
  const { data } = useQuery({
    ...readQuery(previewCoverLimits, {
      ...(asked ?? { id: 1, from: '2000-01-01', through: '2000-01-01' }),
      covers: [...chosen],
    }),
    enabled: asked !== undefined && chosen.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const byPart = new Map(data?.map((one) => [keyOf({ id: one.planId, from: one.from }), one]));
  return (part: AwayPart) =>
    chosen.some(({ planId, from }) => planId === part.id && from === part.from)
      ? byPart.get(keyOf(part))
      : undefined;
};

/** Why a part with a chosen substitute cannot be created yet. */
const whyNotYet = (
  { Client }: AwayPart,
  { justification, result }: PartState,
  limits: CoverLimits | undefined,
): string | undefined => {
  const { refused, asksWhy } = { ...limits, ...result };
  if (asksWhy) return justification.trim() === '' ? `Write a justification for ${Client}.` : undefined;
  return refused && !result ? `Choose somebody else for ${Client}: ${refused}` : undefined;
};

/** The parts that can be created now, and why the others cannot. */
const readyAmong = (
  chosen: readonly AwayPart[],
  stateOf: (part: AwayPart) => PartState,
  limitsOf: (part: AwayPart) => CoverLimits | undefined,
) => {
  const whyNot = (part: AwayPart) => whyNotYet(part, stateOf(part), limitsOf(part));
  const [whyNone] = chosen.flatMap((part) => whyNot(part) ?? []);
  return {
    /** A substitute is chosen whose plan does not exist yet. */
    isChosen: chosen.length > 0,
    ready: chosen.filter((part) => whyNot(part) === undefined),
    whyNone: whyNone ?? 'Choose who takes over at least one care plan.',
  };
};

const coverOf = ({ id: planId, from }: AwayPart, { standIn }: PartState) => ({
  ...{ planId, from, providerId: standIn ?? 0 },
});

/** Plans per request, small enough that the progress bar moves. */
const AT_ONCE = 5;

export interface Working {
  readonly what: 'making' | 'undoing';
  readonly done: number;
  readonly all: number;
}

/** The choices for the parts of an absence, and creating their plans. */
export const useCovers = (asked: Asked | undefined, parts: readonly AwayPart[]) => {
  const [states, setStates] = useState<Readonly<Record<string, PartState>>>({});
  const [working, setWorking] = useState<Working>();
  const covering = useSending({ call: coverAbsence, keyed: true });
  const deleting = useSending({ call: updateCarePlan });
  const stateOf = (part: AwayPart) => states[keyOf(part)] ?? OPEN;
  const change = (part: AwayPart, next: Partial<PartState>) =>
    setStates((before) => ({ ...before, [keyOf(part)]: { ...(before[keyOf(part)] ?? OPEN), ...next } }));

  const chosen = parts.filter((part) => stateOf(part).standIn !== null && !stateOf(part).result?.made);
  const covers = chosen.map((part) => coverOf(part, stateOf(part)));
  const limitsOf = useLimits(asked, covers);
  const { ready, ...rest } = readyAmong(chosen, stateOf, limitsOf);
  const made = parts.flatMap((part) => {
    const plan = stateOf(part).result?.made;
    return plan ? [{ part, plan }] : [];
  });

  const saving = useTask(async (createReason: string) => {
    let failure: string | undefined;
    if (!asked) return failure;
    for (let at = 0; at < ready.length; at += AT_ONCE) {
      setWorking({ what: 'making', done: at, all: ready.length });
      const some = ready.slice(at, at + AT_ONCE);
      const covers = some.map((part) => {
        const { approved, justification } = stateOf(part);
        return { ...coverOf(part, stateOf(part)), approvedDays: [...approved], justification };
      });
      const sent = await covering.run({ input: { ...asked, createReason, covers } });
      if (!sent?.ok) {
        failure = sent?.info;
        break;
      }
      for (const { planId, from, ...result } of sent.data) {
        const part = some.find((one) => one.id === planId && one.from === from);
        if (part) change(part, { result });
      }
    }
    setWorking(undefined);
    plansChanged();
    return failure;
  });

  /** Undoes the plans made here. One with recorded work stays, with a message. */
  const undo = async () => {
    saving.forget();
    for (const [done, { part, plan }] of made.entries()) {
      setWorking({ what: 'undoing', done, all: made.length });
      const sent = await deleting.run({ input: { id: plan.id, data: { Status: 'Deleted' } } });
      if (!sent) break;
      change(part, {
        result: sent.ok ? undefined : { made: plan, refused: sent.info, gapDays: [], exceeded: [] },
      });
    }
    setWorking(undefined);
    plansChanged();
  };

  const save = async (createReason: string) => {
    if (ready.length > 0) await saving.run(createReason);
  };
  return { stateOf, change, limitsOf, ready, ...rest, made, working, failure: saving.refusal, save, undo };
};
