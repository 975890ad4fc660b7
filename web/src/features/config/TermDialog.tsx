import { showDate } from '@homecare/domain/calendar.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
import {
  BAD_RATE,
  centsOf,
  checkTerm,
  RATES_NOT_SAVED,
  RATES_SAVED,
  TERM_EXISTS,
  termsOn,
  tidyTerm,
} from '@homecare/domain/plan-types/rules.ts';
import type { PlanType, Term } from '@homecare/domain/plan-types/schema.ts';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type ChangeEvent, useState } from 'react';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { DateBox, isIsoDate, NO_DATE, NumberBox } from '../../ui/inputs.tsx';
import { useCategoryNames } from '../payroll/rate-api.ts';
import { readTypeAgain, SAVE_TERM } from './api.ts';
import classes from './config.module.css';

type Rate = number | string | null;
export interface TermDraft {
  readonly validFrom: string;
  readonly rateCents: Rate;
  readonly addrateCents: Rate;
  readonly procedureCode: string;
  /** As typed: 'U1 KX'. */
  readonly modifiers: string;
  /** In Community First Choice. */
  readonly cfcCode: string;
  readonly cfcModifiers: string;
  readonly unitRule: Term['unitRule'];
  readonly payCategory: Term['payCategory'];
  readonly source: string;
}

const dollars = (cents: number | null | undefined) => (typeof cents === 'number' ? cents / 100 : null);

/** New terms start as a copy of those that count, with a day and a source of their own. */
export const draftOf = (term: Term | undefined, isNew: boolean): TermDraft => ({
  validFrom: isNew ? '' : (term?.validFrom ?? ''),
  rateCents: dollars(term?.rateCents),
  addrateCents: dollars(term?.addrateCents),
  procedureCode: term?.procedureCode ?? '',
  modifiers: (term?.modifiers ?? []).join(' '),
  cfcCode: term?.cfcCode ?? '',
  cfcModifiers: (term?.cfcModifiers ?? []).join(' '),
  unitRule: term?.unitRule ?? null,
  payCategory: term?.payCategory ?? null,
  source: isNew ? '' : (term?.source ?? ''),
});

const centsIn = (rate: Rate) => (rate === null ? null : (centsOf(rate) ?? Number.NaN));

const termOf = (draft: TermDraft): Term =>
  tidyTerm({
    validFrom: draft.validFrom,
    procedureCode: draft.procedureCode,
    modifiers: draft.modifiers.split(/[\s,]+/),
    cfcCode: draft.cfcCode,
    cfcModifiers: draft.cfcModifiers.split(/[\s,]+/),
    unitRule: draft.unitRule,
    rateCents: centsIn(draft.rateCents),
    addrateCents: centsIn(draft.addrateCents),
    payCategory: draft.payCategory,
    source: draft.source,
  });

const checkDraft = (draft: TermDraft, type: PlanType, isNew: boolean, today: string): FieldError[] => {
  const day = isIsoDate(draft.validFrom)
    ? []
    : [
        {
          field: 'validFrom',
          message: draft.validFrom === '' ? 'Enter the day from which they count.' : NO_DATE,
        },
      ];
  const term = termOf(draft);
  const rates = (['rateCents', 'addrateCents'] as const).flatMap((field) =>
    Number.isNaN(term[field]) ? [{ field, message: BAD_RATE }] : [],
  );
  const twice =
    isNew && type.terms.some(({ validFrom }) => validFrom === term.validFrom)
      ? [{ field: 'validFrom', message: TERM_EXISTS }]
      : [];
  const rest = day.length > 0 ? checkTerm({ ...term, validFrom: today }, today) : checkTerm(term, today);
  return [...day, ...twice, ...rates, ...rest].filter(
    ({ field }, at, all) => all.findIndex((other) => other.field === field) === at,
  );
};

const UNIT_RULES = [
  { value: '', label: 'As the state says' },
  { value: 'up', label: 'Rounded up' },
  { value: 'nearest', label: 'To the nearest' },
  { value: 'down', label: 'Rounded down' },
  { value: 'nearestVisit', label: 'Each visit to the nearest' },
] as const;

const unitRuleOf = (value: string) => UNIT_RULES.find((rule) => rule.value === value)?.value || null;

interface TermFormOptions {
  readonly type: PlanType;
  /** The terms to correct; without them new ones are entered. */
  readonly term: Term | undefined;
  readonly draft: TermDraft;
  readonly today: string;
  readonly onSaved: (rev: number) => void;
}

/** Checks and saves terms; a save of others in between is shown, and these are put beside theirs. */
export const useSaveTerm = ({ type, term, draft, today, onSaved }: TermFormOptions) => {
  const isNew = term === undefined;
  return useSave({
    ...SAVE_TERM,
    draft: `rates ${type.id} ${term?.validFrom ?? 'new'}`,
    values: draft,
    rev: type.rev,
    input: (values, rev) => ({ id: type.id, rev, isNew, ...termOf(values) }),
    check: (values) => checkDraft(values, type, isNew, today),
    readAgain: async () => {
      const fresh = await readTypeAgain(type.id);
      const theirs = term && fresh?.terms.find(({ validFrom }) => validFrom === term.validFrom);
      return fresh && { value: theirs ? draftOf(theirs, false) : draft, rev: fresh.rev };
    },
    onSaved: ({ data }) => {
      toast.success(RATES_SAVED);
      onSaved(data.rev);
    },
    onRefused: () => {
      // The toast has success styling, as older clients know it; the reason is in the form.
      toast.success(RATES_NOT_SAVED);
    },
  });
};

interface CodeBoxesProps {
  readonly save: Pick<ReturnType<typeof useSaveTerm>, 'text' | 'set'>;
}

/** Procedure codes with their modifiers: the type's own, and that of Community First Choice. */
const CodeBoxes = ({ save }: CodeBoxesProps) => {
  const box = (field: 'procedureCode' | 'modifiers' | 'cfcCode' | 'cfcModifiers') => ({
    autoComplete: 'off',
    ...save.text(field),
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      save.set({ [field]: event.currentTarget.value.toUpperCase() }),
  });
  return (
    <>
      <TextInput label="Procedure code" placeholder="T1019" {...box('procedureCode')} />
      <TextInput label="Modifiers, at most 4" placeholder="U1 KX" {...box('modifiers')} />
      <TextInput label="CFC procedure code" placeholder="T1019" {...box('cfcCode')} />
      <TextInput label="CFC modifiers" {...box('cfcModifiers')} />
    </>
  );
};

interface RateBoxesProps {
  /** Follows the captions. */
  readonly unit?: string;
  readonly save: Pick<ReturnType<typeof useSaveTerm>, 'box' | 'errorOf'>;
}

/** The two rates of a type. */
export const RateBoxes = ({ unit = '', save }: RateBoxesProps) => (
  <>
    <NumberBox label={`Inside area${unit}`} prefix="$" decimals={2} {...save.box('rateCents')} />
    <NumberBox label={`Outside area${unit}`} prefix="$" decimals={2} {...save.box('addrateCents')} />
  </>
);

interface TermDialogProps {
  readonly type: PlanType;
  /** The terms to correct; without them new ones are entered. */
  readonly term?: Term;
  readonly today: string;
  readonly onSaved: (rev: number) => void;
  readonly onClose: () => void;
}

/** Rates, procedure code and the rest from a day on, or the correction of such. */
export const TermDialog = ({ type, term, today, onSaved, onClose }: TermDialogProps) => {
  const isNew = term === undefined;
  const [draft] = useState(() => draftOf(term ?? termsOn(type.terms, today), isNew));
  const save = useSaveTerm({ type, term, draft, today, onSaved });
  const { payCategory } = save.values;
  const categories = useCategoryNames(payCategory);
  return (
    <FormDialog
      save={save}
      title={isNew ? `New rates of ${type.Name}` : `Correct rates of ${type.Name}`}
      onClose={onClose}
    >
      {isNew ? (
        <DateBox
          label="Valid from"
          required
          data-autofocus
          description="Earlier days keep the old value."
          {...save.box('validFrom')}
        />
      ) : (
        <p className={classes.hint}>
          Valid from {showDate(draft.validFrom)}. Saved billing keeps its amounts. The record log keeps the
          old rates.
        </p>
      )}
      <div className={classes.pair}>
        <RateBoxes unit=", per unit" save={save} />
        <CodeBoxes save={save} />
      </div>
      <NativeSelect
        label="Units of 15 minutes"
        data={UNIT_RULES.map(({ value, label }) => ({ value, label }))}
        value={save.values.unitRule ?? ''}
        onChange={(event) => save.set({ unitRule: unitRuleOf(event.currentTarget.value) })}
      />
      <NativeSelect
        label="Pay category"
        description="By which of a provider's rates these days are paid."
        data={[{ value: '', label: 'None: hours are not paid' }, ...categories]}
        {...save.text('payCategory')}
        value={payCategory ?? ''}
        onChange={(event) => save.set({ payCategory: event.currentTarget.value || null })}
      />
      <Textarea
        label="Source (optional)"
        rows={2}
        placeholder="Fee schedule, contract or letter"
        {...save.text('source')}
      />
    </FormDialog>
  );
};
