import type { PlanType, Term } from '@homecare/domain/plan-types/schema.ts';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormBody } from '../../platform/form/FormBody.tsx';
import classes from './config.module.css';
import { draftOf, RateBoxes, useSaveTerm } from './TermDialog.tsx';

interface FirstRatesProps {
  readonly type: PlanType;
  /** The term of the type, without rates yet. */
  readonly term: Term;
  readonly today: string;
  readonly onSaved: (rev: number) => void;
}

/** Enters the rates of a new type, in the place where they will be shown. */
export const FirstRates = ({ type, term, today, onSaved }: FirstRatesProps) => {
  const [draft] = useState(() => ({ ...draftOf(term, false), source: '' }));
  const save = useSaveTerm({ type, term, draft, today, onSaved });
  const { rateCents, addrateCents } = save.values;
  const isEmpty = rateCents === null && addrateCents === null;
  return (
    <FormBody save={save} label={`First rates of ${type.Name}`}>
      <div className={classes.amounts}>
        <RateBoxes save={save} />
        <TextInput
          label="Source (optional)"
          placeholder="Fee schedule, contract or letter"
          autoComplete="off"
          {...save.text('source')}
        />
        <Button type="submit" variant="filled" loading={save.pending} disabled={isEmpty}>
          Save rates
        </Button>
      </div>
    </FormBody>
  );
};
