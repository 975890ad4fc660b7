import { todayIn } from '@homecare/domain/calendar.ts';
import { NO_TYPES, SELECT_TYPE, SELECT_TYPE_FIRST } from '@homecare/domain/plan-types/rules.ts';
import { Button, NativeSelect } from '@mantine/core';
import { IconCurrencyDollar, IconListDetails, IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { FormGuard } from '../../platform/form/form-guard.tsx';
import { useKept } from '../../platform/kept.ts';
import { failureOf } from '../../platform/query.ts';
import { serverNow } from '../../platform/server-time.ts';
import { toast } from '../../platform/toasts.ts';
import { SaveBar } from '../../ui/form.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { AddTypeDialog } from './AddTypeDialog.tsx';
import { useTypes } from './api.ts';
import classes from './config.module.css';
import { TypeForm } from './TypeForm.tsx';

interface TypesPanelProps {
  readonly zone: string;
  readonly guard: FormGuard;
}

/** Care plan types: a select, and the form of the chosen one. */
export const TypesPanel = ({ zone, guard }: TypesPanelProps) => {
  const query = useTypes();
  const [typeId, setTypeId] = useKept('config.type', 0);
  const [step, setStep] = useState<'add' | 'rates'>();
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (query.isError) toast.error(NO_TYPES);
  }, [query.isError]);
  const failure = failureOf(query, 'Couldn’t load the care plan types');
  if (failure) return <ErrorState {...failure} />;
  const types = query.data ?? [];
  const type = types.find(({ id }) => id === typeId);
  const today = todayIn(zone, serverNow()).toString();
  const needsType = (message: string) => {
    toast.error(message);
    select.current?.focus();
  };
  return (
    <>
      <div className={classes.content} data-short={type ? true : undefined}>
        <div className={classes.chooser}>
          <NativeSelect
            ref={select}
            label="Care plan type"
            data={[
              { value: '0', label: query.data ? 'Select a type' : 'Loading types…' },
              ...types.map(({ id, Name, Code }) => ({ value: String(id), label: `${Code} · ${Name}` })),
            ]}
            value={type ? String(type.id) : '0'}
            onChange={(event) => {
              const id = Number(event.currentTarget.value);
              guard.go(() => setTypeId(id));
            }}
          />
          <Button
            leftSection={<IconCurrencyDollar {...menuIcon} />}
            onClick={() => (type ? setStep('rates') : needsType(SELECT_TYPE))}
          >
            New rates
          </Button>
          <Button leftSection={<IconPlus {...menuIcon} />} onClick={() => setStep('add')}>
            Add type
          </Button>
        </div>
        {!type && query.data && (
          <EmptyState
            icon={IconListDetails}
            title="Select a care plan type"
            text="Rates, settings and tasks appear here."
          />
        )}
      </div>
      {type ? (
        <TypeForm
          key={type.id}
          type={type}
          types={types}
          today={today}
          guard={guard}
          entering={step === 'rates'}
          onEntered={() => setStep(undefined)}
        />
      ) : (
        <SaveBar
          cancelLabel="Undo"
          onCancel={() => needsType(SELECT_TYPE_FIRST)}
          onSave={() => needsType(SELECT_TYPE_FIRST)}
        />
      )}
      {step === 'add' && (
        <AddTypeDialog
          types={types}
          onAdded={(id) => {
            setStep(undefined);
            guard.go(() => setTypeId(id));
          }}
          onClose={() => setStep(undefined)}
        />
      )}
    </>
  );
};
