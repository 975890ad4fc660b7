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

/** Why saving the form may be refused. */
type PlanReason = ReasonOf<typeof updateCarePlan>;
export type PlanRefusal = Refusal<PlanReason>;

/** What an admin enters to save despite time errors. */
export interface Override {
  readonly overridePassword: string;
  readonly overrideRemark: string;
}
/** The user's answers to the questions of a save. */
export type Consent = Partial<Override> & {
  /** Set if days with recorded work may be changed. */
  readonly pastApproved?: true;
  /** Why the client needs care beyond a limit. */
  readonly limitJustification?: string;
};

/** Where to go after saving. */
export type After = 'stay' | 'exit' | 'show';

/** The form at the moment of saving, as it is checked and sent. */
export interface PlanToSave extends CheckedPlan {
  /** Days with a short gap, and those that the user has approved. */
  readonly gapDays: readonly Weekday[];
  readonly approvedDays: readonly Weekday[];
  readonly draft: PlanDraft;
  readonly change: PlanChange;
  readonly sent: PlanForm;
  readonly after: After;
}

/** A question before saving continues. */
export type Question =
  | { readonly about: 'gaps'; readonly plan: PlanToSave }
  | {
      readonly about: 'limits';
      readonly plan: PlanToSave;
      readonly consent: Consent;
      /** The exceeded limits, in words. */
      readonly exceeded: readonly string[];
    }
  | { readonly about: 'past'; readonly plan: PlanToSave; readonly consent: Consent; readonly words: string }
  | {
      readonly about: 'override';
      readonly plan: PlanToSave;
      /** The time errors, in words. */
      readonly faults: readonly string[];
      /** The server's answer to the password or the remark. */
      readonly refusal?: PlanRefusal;
    };

const distinct = (words: readonly { readonly message: string }[]) => [
  ...new Set(words.map(({ message }) => message)),
];

/** The question before anything is sent: first about short gaps, then for admins about time errors. */
export const questionBefore = (plan: PlanToSave, mayOverride: boolean): Question | undefined => {
  const faults = timeFaults(plan);
  if (faults.length > 0 && !mayOverride) return undefined;
  const gapDays = plan.timed ? plan.gapDays.filter((day) => !plan.approvedDays.includes(day)) : [];
  if (gapDays.length > 0) return { about: 'gaps', plan: { ...plan, gapDays } };
  return faults.length > 0 ? { about: 'override', plan, faults: distinct(faults) } : undefined;
};

const OF_OVERRIDE: readonly PlanReason[] = ['tooMany', 'overrideMissing', 'overrideRejected'];

/** The question that a refusal leads to; undefined if there is none. */
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
  // The server found time errors that this screen did not know of.
  const isOfTimes = reason === 'weekRejected' || reason === 'timesTaken';
  return isOfTimes && mayOverride ? { about: 'override', plan, faults: distinct(errors) } : undefined;
};

/** Somebody else saved the plan while it was being modified. */
export interface StalePlan {
  /** Who saved and when, as a sentence of the server. */
  readonly info: string;
  readonly fresh: CarePlan;
}

export interface PlanState {
  readonly form: PlanForm;
  /** The cells when one was last left. Conflicts are searched in these, not in half-typed times. */
  readonly settled: Cells;
  /** The stored plan, or the initial values of a new one. Everything else is unsaved. */
  readonly base: PlanForm;
  /** Set if Refresh Time overwrote values in Time Out: the cells before and after it. */
  readonly overwritten?: { readonly before: Cells; readonly refreshed: Cells } | undefined;
  /** The saved plan being modified. */
  readonly stored: CarePlan | undefined;
  /** Number of save attempts. Errors are shown from the first one on. */
  readonly tries: number;
  /** The last attempt was to save an open request, which needs no caregiver. */
  readonly isRequest: boolean;
  /** The server's refusal, shown until the next attempt. */
  readonly refusal?: PlanRefusal | undefined;
  readonly stale?: StalePlan | undefined;
  readonly question?: Question | undefined;
  /** The plan was saved, and the form is still open. */
  readonly isSaved: boolean;
  /** The page is being left. A plan just saved may appear among the stored ones before the page is gone. */
  readonly isLeft: boolean;
}

export type PlanAction =
  | { readonly do: 'set'; readonly fields: Partial<PlanForm> }
  /** Restores unsaved input that was typed over `base`. */
  | { readonly do: 'restore'; readonly typed: PlanForm; readonly base: PlanForm }
  | { readonly do: 'type'; readonly row: RowKey; readonly day: Weekday; readonly text: string }
  | { readonly do: 'settle' | 'copy'; readonly row: RowKey; readonly day: Weekday }
  | { readonly do: 'copyDay'; readonly from: Weekday; readonly to: readonly Weekday[] }
  | { readonly do: 'refresh'; readonly items: TypeItems | undefined }
  | { readonly do: 'try'; readonly isRequest?: boolean }
  | { readonly do: 'undoRefresh' | 'save' | 'keepMine' | 'takeTheirs' | 'leave' }
  | { readonly do: 'showWeek'; readonly from: string }
  /** Without a question, the current one has been answered. */
  | { readonly do: 'ask'; readonly question?: Question | undefined }
  | { readonly do: 'refuse'; readonly refusal: PlanRefusal }
  | { readonly do: 'meetOther'; readonly stale: StalePlan }
  /** After saving: the current plan, or only its revision if it could not be read. */
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

/** Puts the changes since `from` on top of what is stored now. */
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

/** State of the care plan form: the input, the stored plan under it, and the progress of saving. */
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
