import type { FieldError } from '@homecare/domain/errors.ts';
import {
  checkFacts,
  codeReason,
  NO_PROCEDURE_CODES,
  SAVED,
  tidyFacts,
} from '@homecare/domain/plan-types/rules.ts';
import type { PlanType, TypeFacts } from '@homecare/domain/plan-types/schema.ts';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { type FormGuard, useUnsaved } from '../../platform/form/form-guard.tsx';
import { toast } from '../../platform/toasts.ts';
import { FormSection, focusField, SaveBar, useRefusalPlace } from '../../ui/form.tsx';
import { useProcedureCodes } from '../people/api.ts';
import { readTypeAgain, saveType } from './api.ts';
import classes from './config.module.css';
import { DraftNotes } from './DraftNotes.tsx';
import { OptionList } from './OptionList.tsx';
import { RatesSection } from './RatesSection.tsx';
import { TermDialog } from './TermDialog.tsx';
import { type Draft, useDraft } from './use-draft.ts';

const LABELS: Record<keyof TypeFacts, string> = {
  Name: 'Name',
  Code: 'Code',
  ihss: 'IHSS',
  relative: 'Relative',
  evvNeeded: 'EVV needed',
  aggregatorCode: 'Sandata code',
  pcItems: 'Personal care options',
  hmItems: 'Homemaking options',
};
const isFact = (name: string): name is keyof TypeFacts => Object.hasOwn(LABELS, name);
/** 'pcItems.3' → its label. */
const labelOf = (field: string) => {
  const [name = ''] = field.split('.');
  return isFact(name) ? LABELS[name] : name;
};

const storedOf = ({ id: _, terms: __, plans: ___, rev, ...value }: PlanType) => ({ value, rev });

/** Checks, saves, and settles what somebody else saved meanwhile. */
const useSaveType = (type: PlanType, types: readonly PlanType[], held: Draft<TypeFacts>) => {
  const [tried, setTried] = useState(false);
  const [placed, setPlaced] = useState<readonly FieldError[]>([]);
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const others = useMemo(() => types.filter(({ id }) => id !== type.id), [types, type.id]);
  const check = () => checkFacts(tidyFacts(held.draft), others, type);
  const errors = [...(tried ? check() : []), ...placed];

  const save = async () => {
    if (busy) return;
    setTried(true);
    setRefusal(undefined);
    const [first] = check();
    if (first) return focusField(first.field);
    if (!held.isDirty) return;
    setBusy(true);
    const facts = tidyFacts(held.draft);
    const sent = await saveType({ ...facts, id: type.id, rev: held.rev });
    setBusy(false);
    if (sent.ok) {
      setTried(false);
      held.take({ value: facts, rev: sent.data.rev });
      return toast.success(SAVED);
    }
    setPlaced(sent.errors);
    if (sent.errors[0]) return focusField(sent.errors[0].field);
    const fresh = sent.reason === 'stale' ? await readTypeAgain(type.id).catch(() => undefined) : undefined;
    if (fresh && fresh.rev !== held.rev) held.setStale({ info: sent.info, fresh: storedOf(fresh) });
    else setRefusal(sent.info);
  };
  const forget = () => {
    setPlaced([]);
    setRefusal(undefined);
    setTried(false);
  };
  return { errors, refusal, busy, save, forget, changed: () => setPlaced([]) };
};

interface TypeFormProps {
  readonly type: PlanType;
  readonly types: readonly PlanType[];
  readonly today: string;
  readonly guard: FormGuard;
  /** New rates are being entered. */
  readonly entering: boolean;
  readonly onEntered: () => void;
}

/** One care plan type: what it is, its pay rates, its two option tables. */
export const TypeForm = ({ type, types, today, guard, entering, onEntered }: TypeFormProps) => {
  const stored = useMemo(() => storedOf(type), [type]);
  const held = useDraft<TypeFacts>(stored);
  const { draft, isDirty, stale } = held;
  const { errors, refusal, busy, save, forget, changed } = useSaveType(type, types, held);
  const refusalPlace = useRefusalPlace(refusal ?? stale);
  const errorOf = (field: string) => errors.find((error) => error.field === field)?.message;
  const set = (change: Partial<TypeFacts>) => {
    changed();
    held.set(change);
  };
  useUnsaved(guard, isDirty);

  const codes = useProcedureCodes(true);
  useEffect(() => {
    if (codes.isError) toast.error(NO_PROCEDURE_CODES);
  }, [codes.isError]);
  const codeOptions = Object.entries(codes.data ?? {}).map(([value, label]) => ({
    value,
    label: `${value} · ${label}`,
  }));
  const { aggregatorCode } = draft;
  const isKnown = aggregatorCode === null || codeOptions.some(({ value }) => value === aggregatorCode);

  return (
    <>
      <div className={classes.content}>
        <DraftNotes refusal={refusal} held={held} place={refusalPlace.place} />
        <FormSection
          id="config-type"
          title={type.Name}
          note={type.plans === 1 ? '1 care plan' : `${type.plans.toLocaleString('en-US')} care plans`}
        >
          <div className={classes.grid}>
            <TextInput
              label="Name"
              required
              data-field="Name"
              autoComplete="off"
              value={draft.Name}
              error={errorOf('Name')}
              onChange={(event) => set({ Name: event.currentTarget.value })}
            />
            <TextInput
              label="Code"
              required
              data-field="Code"
              autoComplete="off"
              readOnly={type.plans > 0}
              {...(type.plans > 0 && { description: codeReason(type.plans) })}
              value={draft.Code}
              error={errorOf('Code')}
              onChange={(event) => set({ Code: event.currentTarget.value })}
            />
            <div>
              <NativeSelect
                label="Sandata code"
                data-field="aggregatorCode"
                data={[
                  { value: '', label: 'None' },
                  ...(isKnown ? [] : [{ value: aggregatorCode, label: aggregatorCode }]),
                  ...codeOptions,
                ]}
                value={aggregatorCode ?? ''}
                error={errorOf('aggregatorCode')}
                onChange={(event) => set({ aggregatorCode: event.currentTarget.value || null })}
              />
              {draft.evvNeeded && aggregatorCode === null && (
                <div className={classes.warning}>Without it its visits cannot be sent.</div>
              )}
            </div>
          </div>
          <div className={classes.checks}>
            <Checkbox
              size="sm"
              label="IHSS"
              description="Needs the provider's Start IHSS"
              checked={draft.ihss}
              onChange={(event) => set({ ihss: event.currentTarget.checked })}
            />
            <Checkbox
              size="sm"
              label="Relative"
              description="Given by a relative of the client"
              checked={draft.relative}
              onChange={(event) => set({ relative: event.currentTarget.checked })}
            />
            <Checkbox
              size="sm"
              label="EVV needed"
              description="Billed days need a complete visit"
              checked={draft.evvNeeded}
              onChange={(event) => set({ evvNeeded: event.currentTarget.checked })}
            />
          </div>
        </FormSection>
        <RatesSection type={type} rev={held.rev} today={today} onSaved={held.raise} />
        <div className={classes.columns}>
          <OptionList
            name="pcItems"
            title={LABELS.pcItems}
            items={draft.pcItems}
            errorOf={errorOf}
            onChange={(items) => set({ pcItems: [...items] })}
          />
          <OptionList
            name="hmItems"
            title={LABELS.hmItems}
            items={draft.hmItems}
            errorOf={errorOf}
            onChange={(items) => set({ hmItems: [...items] })}
          />
        </div>
      </div>
      <SaveBar
        problems={errors.map(({ field }) => ({ name: field, label: labelOf(field) }))}
        onShowRefusal={refusal || stale ? refusalPlace.show : undefined}
        state={isDirty ? undefined : <span className="ink2">All changes are saved</span>}
        changed={held.changed.map(labelOf)}
        saving={busy}
        cancelLabel="Undo"
        onCancel={() => {
          held.undo();
          forget();
        }}
        onSave={() => void save()}
      />
      {entering && (
        <TermDialog
          type={{ ...type, rev: held.rev }}
          today={today}
          onSaved={(rev) => {
            held.raise(rev);
            onEntered();
          }}
          onClose={onEntered}
        />
      )}
    </>
  );
};
