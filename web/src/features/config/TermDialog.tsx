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
import { useRef, useState } from 'react';
import { toast } from '../../platform/toasts.ts';
import { Dialog, SaveActions } from '../../ui/Dialog.tsx';
import { focusField, RefusalNote } from '../../ui/form.tsx';
import { DateBox, isIsoDate, NO_DATE, NumberBox } from '../../ui/inputs.tsx';
import { useCategoryNames } from '../payroll/rate-api.ts';
import { readTypeAgain, saveTerm } from './api.ts';
import classes from './config.module.css';

type Rate = number | string | null;
export interface TermDraft {
  readonly validFrom: string;
  readonly rate: Rate;
  readonly addrate: Rate;
  readonly procedureCode: string;
  /** As typed: 'U1 KX'. */
  readonly modifiers: string;
  readonly unitRule: Term['unitRule'];
  readonly payCategory: Term['payCategory'];
  readonly source: string;
}

const dollars = (cents: number | null | undefined) => (typeof cents === 'number' ? cents / 100 : null);

/** New terms start as a copy of those that count, with a day and a source of their own. */
export const draftOf = (term: Term | undefined, isNew: boolean): TermDraft => ({
  validFrom: isNew ? '' : (term?.validFrom ?? ''),
  rate: dollars(term?.rateCents),
  addrate: dollars(term?.addrateCents),
  procedureCode: term?.procedureCode ?? '',
  modifiers: (term?.modifiers ?? []).join(' '),
  unitRule: term?.unitRule ?? 'up',
  payCategory: term?.payCategory ?? null,
  source: isNew ? '' : (term?.source ?? ''),
});

const centsIn = (rate: Rate) => (rate === null ? null : (centsOf(rate) ?? Number.NaN));

const termOf = (draft: TermDraft): Term =>
  tidyTerm({
    validFrom: draft.validFrom,
    procedureCode: draft.procedureCode,
    modifiers: draft.modifiers.split(/[\s,]+/),
    unitRule: draft.unitRule,
    rateCents: centsIn(draft.rate),
    addrateCents: centsIn(draft.addrate),
    payCategory: draft.payCategory,
    source: draft.source,
  });

const checkDraft = (draft: TermDraft, type: PlanType, isNew: boolean, today: string): FieldError[] => {
  const day = isIsoDate(draft.validFrom)
    ? []
    : [{ field: 'validFrom', message: draft.validFrom === '' ? 'Say from which day they count.' : NO_DATE }];
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
  { value: 'up', label: 'Rounded up' },
  { value: 'nearest', label: 'To the nearest' },
  { value: 'down', label: 'Rounded down' },
] as const;

const unitRuleOf = (value: string) => UNIT_RULES.find((rule) => rule.value === value)?.value ?? 'up';

/** Checks and saves terms; whoever saved in between is told, and the next save puts these beside theirs. */
export const useSaveTerm = (type: PlanType, isNew: boolean, onSaved: (rev: number) => void) => {
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const rev = useRef(type.rev);
  const show = (found: readonly FieldError[]) => {
    setErrors(found);
    if (found[0]) focusField(found[0].field);
  };
  const save = async (draft: TermDraft, today: string) => {
    if (busy) return;
    setRefusal(undefined);
    const found = checkDraft(draft, type, isNew, today);
    show(found);
    if (found.length > 0) return;
    setBusy(true);
    const sent = await saveTerm({ id: type.id, rev: rev.current, isNew, ...termOf(draft) });
    if (sent.ok) {
      toast.success(RATES_SAVED);
      return onSaved(sent.data.rev);
    }
    // The toast has success styling, as older clients know it; the reason stands here.
    toast.success(RATES_NOT_SAVED);
    const fresh = sent.reason === 'stale' ? await readTypeAgain(type.id).catch(() => undefined) : undefined;
    setBusy(false);
    show(sent.errors);
    if (fresh && fresh.rev !== rev.current) {
      rev.current = fresh.rev;
      setRefusal(`${sent.info}. The list behind shows it; Save adds yours`);
    } else if (sent.errors.length === 0) setRefusal(sent.info);
  };
  return { errors, refusal, busy, save };
};

interface RateBoxesProps {
  /** Follows the captions. */
  readonly unit?: string;
  readonly draft: Pick<TermDraft, 'rate' | 'addrate'>;
  readonly errorOf: (field: string) => string | undefined;
  readonly onChange: (change: Partial<Pick<TermDraft, 'rate' | 'addrate'>>) => void;
}

/** The two rates of a type. */
export const RateBoxes = ({ unit = '', draft, errorOf, onChange }: RateBoxesProps) => (
  <>
    <NumberBox
      label={`Inside area${unit}`}
      prefix="$"
      decimals={2}
      data-field="rateCents"
      value={draft.rate}
      error={errorOf('rateCents')}
      onChange={(rate) => onChange({ rate })}
    />
    <NumberBox
      label={`Outside area${unit}`}
      prefix="$"
      decimals={2}
      data-field="addrateCents"
      value={draft.addrate}
      error={errorOf('addrateCents')}
      onChange={(addrate) => onChange({ addrate })}
    />
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
  const [draft, setDraft] = useState(() => draftOf(term ?? termsOn(type.terms, today), isNew));
  const { errors, refusal, busy, save } = useSaveTerm(type, isNew, onSaved);
  const set = (change: Partial<TermDraft>) => setDraft((before) => ({ ...before, ...change }));
  const categories = useCategoryNames(draft.payCategory);
  const errorOf = (field: string) => errors.find((error) => error.field === field)?.message;
  const submit = () => void save(draft, today);
  return (
    <Dialog
      opened
      title={isNew ? `New rates of ${type.Name}` : `Correct rates of ${type.Name}`}
      onClose={onClose}
      onMain={submit}
      actions={<SaveActions busy={busy} onCancel={onClose} onSave={submit} />}
    >
      <div className={classes.form}>
        <RefusalNote info={refusal} />
        {isNew ? (
          <DateBox
            label="Valid from"
            required
            data-field="validFrom"
            data-autofocus
            description="What counted before stays for the days before."
            value={draft.validFrom}
            error={errorOf('validFrom')}
            onChange={(validFrom) => set({ validFrom })}
          />
        ) : (
          <p className={classes.hint}>
            Valid from {showDate(draft.validFrom)}. Billing that is saved keeps its amounts; the record log
            keeps what stood here.
          </p>
        )}
        <div className={classes.pair}>
          <RateBoxes unit=", per unit" draft={draft} errorOf={errorOf} onChange={set} />
          <TextInput
            label="Procedure code"
            placeholder="T1019"
            autoComplete="off"
            data-field="procedureCode"
            value={draft.procedureCode}
            error={errorOf('procedureCode')}
            onChange={(event) => set({ procedureCode: event.currentTarget.value.toUpperCase() })}
          />
          <TextInput
            label="Modifiers, at most 4"
            placeholder="U1 KX"
            autoComplete="off"
            data-field="modifiers"
            value={draft.modifiers}
            error={errorOf('modifiers')}
            onChange={(event) => set({ modifiers: event.currentTarget.value.toUpperCase() })}
          />
        </div>
        <NativeSelect
          label="Units of 15 minutes"
          data={UNIT_RULES.map(({ value, label }) => ({ value, label }))}
          value={draft.unitRule}
          onChange={(event) => set({ unitRule: unitRuleOf(event.currentTarget.value) })}
        />
        <NativeSelect
          label="Pay category"
          description="By which of a provider's rates these days are paid."
          data-field="payCategory"
          data={[{ value: '', label: 'None: hours are not paid' }, ...categories]}
          value={draft.payCategory ?? ''}
          error={errorOf('payCategory')}
          onChange={(event) => set({ payCategory: event.currentTarget.value || null })}
        />
        <Textarea
          label="Source (optional)"
          rows={2}
          placeholder="Fee schedule, contract or letter"
          data-field="source"
          value={draft.source}
          error={errorOf('source')}
          onChange={(event) => set({ source: event.currentTarget.value })}
        />
      </div>
    </Dialog>
  );
};
