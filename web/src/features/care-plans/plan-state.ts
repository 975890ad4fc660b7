import type { Weekday } from '@homecare/domain/calendar.ts';
import type { ReasonOf } from '@homecare/domain/call.ts';
import type { PlanChange } from '@homecare/domain/care-plans/change.ts';
import type { updateCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { gapDaysOf, type PlanDraft } from '@homecare/domain/care-plans/rules.ts';
import type { CarePlan } from '@homecare/domain/care-plans/schema.ts';
import type { Refusal } from '@homecare/domain/errors.ts';
import { type CheckedPlan, timeFaults } from './plan-faults.ts';
import {
  type Cells,
  cellText,
  hasOverwritten,
  type PlanForm,
  type RowKey,
  refreshTime,
  settleText,
  type TypeItems,
  withCell,
  withCopiedDay,
  withCopiedRight,
  withoutRefresh,
} from './plan-form.ts';
import { rebased } from './plan-merge.ts';
import { formOf } from './stored-plan.ts';

/** What a save of the form may be refused for. */
type PlanReason = ReasonOf<typeof updateCarePlan>;
export type PlanRefusal = Refusal<PlanReason>;

/** What an admin gives to save despite time errors. */
export interface Override {
  readonly overridePassword: string;
  readonly overrideRemark: string;
}
/** What a user has answered to the questions of a save. */
export type Consent = Partial<Override> & {
  /** Days are changed on which something was done. */
  readonly pastApproved?: true;
  /** Why the client needs care beyond a limit. */
  readonly limitJustification?: string;
};

/** Where to go after a save. */
export type After = 'stay' | 'exit' | 'show';

/** The form as it was when a save was pressed: what is checked, and what is sent. */
export interface PlanToSave extends CheckedPlan {
  /** Days with a short gap, and those of them that the user has approved already. */
  readonly gapDays: readonly Weekday[];
  readonly approvedDays: readonly Weekday[];
  readonly draft: PlanDraft;
  readonly change: PlanChange;
  readonly sent: PlanForm;
  readonly after: After;
}

/** What a save asks before it goes on. */
export type Question =
  | { readonly about: 'gaps'; readonly plan: PlanToSave }
  | {
      readonly about: 'limits';
      readonly plan: PlanToSave;
      readonly consent: Consent;
      /** What is exceeded, in words. */
      readonly exceeded: readonly string[];
    }
  | { readonly about: 'past'; readonly plan: PlanToSave; readonly consent: Consent; readonly words: string }
  | {
      readonly about: 'override';
      readonly plan: PlanToSave;
      /** The time errors, in words. */
      readonly faults: readonly string[];
      /** What the server said to the password or the remark. */
      readonly refusal?: PlanRefusal;
    };

const distinct = (words: readonly { readonly message: string }[]) => [
  ...new Set(words.map(({ message }) => message)),
];

/** The question before anything is sent: short gaps first, then an admin about time errors. */
export const questionBefore = (plan: PlanToSave, mayOverride: boolean): Question | undefined => {
  const faults = timeFaults(plan);
  if (faults.length > 0 && !mayOverride) return undefined;
  const gapDays = plan.timed ? plan.gapDays.filter((day) => !plan.approvedDays.includes(day)) : [];
  if (gapDays.length > 0) return { about: 'gaps', plan: { ...plan, gapDays } };
  return faults.length > 0 ? { about: 'override', plan, faults: distinct(faults) } : undefined;
};

const OF_OVERRIDE: readonly PlanReason[] = ['tooMany', 'overrideMissing', 'overrideRejected'];

/** The question that a refusal stands for; undefined: it is a plain no. */
export const questionAfter = (
  refusal: PlanRefusal,
  plan: PlanToSave,
  consent: Consent,
  { mayOverride, asked }: { readonly mayOverride: boolean; readonly asked: Question | undefined },
): Question | undefined => {
  const { reason, info, errors } = refusal;
  if (asked?.about === 'override' && OF_OVERRIDE.includes(reason)) return { ...asked, refusal };
  if (reason === 'pastDays') return { about: 'past', plan, consent, words: info };
  if (reason === 'justificationMissing')
    return { about: 'limits', plan, consent, exceeded: distinct(errors) };
  if (reason === 'shortGaps') return { about: 'gaps', plan: { ...plan, gapDays: gapDaysOf(refusal) } };
  // Time errors that this screen did not know of.
  const isOfTimes = reason === 'weekRejected' || reason === 'timesTaken';
  return isOfTimes && mayOverride ? { about: 'override', plan, faults: distinct(errors) } : undefined;
};

/** Somebody else saved the plan while it was being modified. */
export interface StalePlan {
  /** Who and when, in the server's words. */
  readonly info: string;
  readonly fresh: CarePlan;
}

export interface PlanState {
  readonly form: PlanForm;
  /** The cells as they were when one was last left: conflicts are looked for in these, not in half a time. */
  readonly settled: Cells;
  /** What is stored, or what a new plan opened with: the rest is unsaved. */
  readonly base: PlanForm;
  /** Refresh Time wrote over what was in Time Out: the cells before it and after it. */
  readonly overwritten?: { readonly before: Cells; readonly refreshed: Cells } | undefined;
  /** The saved plan that is modified. */
  readonly stored: CarePlan | undefined;
  /** How often a save was tried: errors are shown from the first time on. */
  readonly tries: number;
  /** The last try was to keep it as an open request, which names no caregiver. */
  readonly isRequest: boolean;
  /** The server's no; it is on the form until the next try. */
  readonly refusal?: PlanRefusal | undefined;
  readonly stale?: StalePlan | undefined;
  readonly question?: Question | undefined;
  /** It was saved, and the form is still open. */
  readonly isSaved: boolean;
  /** The page is being left: a plan that was just saved is among the stored ones before it is gone. */
  readonly isLeft: boolean;
}

export type PlanAction =
  | { readonly do: 'set'; readonly fields: Partial<PlanForm> }
  /** What was typed over `base` earlier and not saved. */
  | { readonly do: 'restore'; readonly typed: PlanForm; readonly base: PlanForm }
  | { readonly do: 'type'; readonly row: RowKey; readonly day: Weekday; readonly text: string }
  | { readonly do: 'settle' | 'copy'; readonly row: RowKey; readonly day: Weekday }
  | { readonly do: 'copyDay'; readonly from: Weekday; readonly to: readonly Weekday[] }
  | { readonly do: 'refresh'; readonly items: TypeItems | undefined }
  | { readonly do: 'try'; readonly isRequest?: boolean }
  | { readonly do: 'undoRefresh' | 'save' | 'keepMine' | 'takeTheirs' | 'leave' }
  | { readonly do: 'showWeek'; readonly from: string }
  /** Without a question the one that was asked is answered. */
  | { readonly do: 'ask'; readonly question?: Question | undefined }
  | { readonly do: 'refuse'; readonly refusal: PlanRefusal }
  | { readonly do: 'meetOther'; readonly stale: StalePlan }
  /** After a save: the plan as it is now, or its revision alone where it could not be read. */
  | {
      readonly do: 'reload';
      readonly sent: PlanForm;
      readonly fresh: CarePlan | undefined;
      readonly rev: number | undefined;
    };

const settle = (state: PlanState, cells: Cells): PlanState => ({
  ...state,
  form: { ...state.form, cells },
  settled: cells,
});

const replace = (state: PlanState, form: PlanForm, base = form): PlanState => ({
  ...state,
  form,
  settled: form.cells,
  base,
  overwritten: undefined,
});

/** What differs from `from` was typed here and stays on top of what is stored now. */
const rebase = (state: PlanState, from: PlanForm, fresh: PlanForm) =>
  replace(state, rebased(state.form, from, fresh), fresh);

export const openPlan = (form: PlanForm, stored: CarePlan | undefined): PlanState => ({
  form,
  settled: form.cells,
  base: form,
  stored,
  tries: 0,
  isRequest: false,
  isSaved: false,
  isLeft: false,
});

const reduceEdit = (state: PlanState, action: PlanAction): PlanState => {
  const { form } = state;
  switch (action.do) {
    case 'set':
      return { ...state, form: { ...form, ...action.fields } };
    case 'type': {
      const cells = withCell(form.cells, action.row, action.day, action.text);
      return { ...state, form: { ...form, cells } };
    }
    case 'settle': {
      const { row, day } = action;
      return settle(state, withCell(form.cells, row, day, settleText(row, cellText(form.cells, row, day))));
    }
    case 'copy':
      return settle(state, withCopiedRight(form.cells, action.row, action.day));
    case 'copyDay':
      return settle(state, withCopiedDay(form.cells, action.from, action.to));
    case 'refresh': {
      const before = form.cells;
      const refreshed = refreshTime(before, action.items);
      const overwritten = hasOverwritten(before, refreshed) ? { before, refreshed } : undefined;
      return { ...settle(state, refreshed), overwritten };
    }
    case 'undoRefresh': {
      if (!state.overwritten) return state;
      const { before, refreshed } = state.overwritten;
      return { ...settle(state, withoutRefresh(form.cells, before, refreshed)), overwritten: undefined };
    }
    default:
      return state;
  }
};

/** The care plan form: what was entered, what is stored under it, and how far a save has come. */
export const reducePlan = (state: PlanState, action: PlanAction): PlanState => {
  const { base, stored, stale } = state;
  switch (action.do) {
    case 'try':
      return {
        ...state,
        tries: state.tries + 1,
        isRequest: action.isRequest ?? false,
        refusal: undefined,
        stale: undefined,
      };
    case 'ask':
      return { ...state, question: action.question };
    case 'refuse':
      return { ...state, question: undefined, refusal: action.refusal };
    case 'meetOther':
      return { ...state, question: undefined, stale: action.stale };
    case 'save':
      return { ...state, question: undefined, tries: 0, isSaved: stored !== undefined };
    case 'reload': {
      const { sent, fresh, rev } = action;
      if (fresh) return { ...rebase(state, sent, formOf(fresh, sent.weekFrom)), stored: fresh };
      return { ...rebase(state, sent, sent), stored: stored && { ...stored, rev: rev ?? stored.rev } };
    }
    case 'keepMine':
    case 'takeTheirs': {
      if (!stale) return state;
      const fresh = formOf(stale.fresh, base.weekFrom);
      const taken = action.do === 'keepMine' ? rebase(state, base, fresh) : replace(state, fresh);
      return { ...taken, stored: stale.fresh, stale: undefined };
    }
    case 'showWeek':
      return stored ? rebase(state, base, formOf(stored, action.from)) : state;
    case 'restore': {
      const shown = stored ? formOf(stored, action.base.weekFrom) : base;
      return replace(state, rebased(action.typed, action.base, shown), shown);
    }
    case 'leave':
      return { ...state, isLeft: true };
    default:
      return reduceEdit(state, action);
  }
};
