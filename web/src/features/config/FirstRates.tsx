import type { PlanType, Term } from '@homecare/domain/plan-types/schema.ts';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { RefusalNote } from '../../ui/form.tsx';
import classes from './config.module.css';
import { draftOf, RateBoxes, useSaveTerm } from './TermDialog.tsx';

interface FirstRatesProps {
  readonly type: PlanType;
  /** The terms of the type, without a rate yet. */
  readonly term: Term;
  readonly today: string;
  readonly onSaved: (rev: number) => void;
}

/** A new type has no rates: they are entered where they will stand. */
export const FirstRates = ({ type, term, today, onSaved }: FirstRatesProps) => {
  const [draft, setDraft] = useState(() => ({ ...draftOf(term, false), source: '' }));
  const { errors, refusal, busy, save } = useSaveTerm(type, false, onSaved);
  const errorOf = (field: string) => errors.find((error) => error.field === field)?.message;
  const set = (change: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...change }));
  const isEmpty = draft.rate === null && draft.addrate === null;
  return (
    <form
      aria-label={`First rates of ${type.Name}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty) void save(draft, today);
      }}
      noValidate
    >
      <RefusalNote info={refusal} />
      <div className={classes.amounts}>
        <RateBoxes draft={draft} errorOf={errorOf} onChange={set} />
        <TextInput
          label="Source (optional)"
          placeholder="Fee schedule, contract or letter"
          autoComplete="off"
          data-field="source"
          value={draft.source}
          error={errorOf('source')}
          onChange={(event) => set({ source: event.currentTarget.value })}
        />
        <Button type="submit" variant="filled" loading={busy} disabled={isEmpty}>
          Save rates
        </Button>
      </div>
    </form>
  );
};
