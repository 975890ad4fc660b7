import { isCodeOf, KINDS, TASK_KINDS } from '@homecare/domain/calculator/tasks.ts';
import { WEEKDAY_NAMES, WEEKDAYS } from '@homecare/domain/calendar.ts';
import type { CarePlanType } from '@homecare/domain/care-plans/schema.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { NativeSelect } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { IconButton } from '../../ui/IconButton.tsx';
import { rowIcon } from '../../ui/icons.ts';
import { PersonPicker } from '../care-plans/PersonPicker.tsx';
import classes from './Calculator.module.css';
import type { ProviderDraft } from './calculator-form.ts';

interface ProviderBlockProps {
  readonly draft: ProviderDraft;
  /** Which of the blocks it is, from 1. */
  readonly place: number;
  readonly people: readonly PersonRow[] | undefined;
  readonly types: readonly CarePlanType[];
  readonly error: string | undefined;
  readonly onChange: (change: Partial<ProviderDraft>) => void;
  readonly onRemove: () => void;
}

/** A provider with available days and the codes that the tasks are done under. */
export const ProviderBlock = ({
  draft,
  place,
  people,
  types,
  error,
  onChange,
  onRemove,
}: ProviderBlockProps) => (
  <section className={classes.provider} aria-label={`Provider ${place}`}>
    <PersonPicker
      label="Provider"
      field={`provider-${place}`}
      people={people}
      value={draft.provider}
      error={error}
      optional
      onChange={(provider) => {
        onChange({ provider });
        return true;
      }}
    />
    <fieldset className={classes.days}>
      <legend>Available days</legend>
      {WEEKDAYS.map((day) => (
        <label key={day} className={classes.day}>
          <input
            type="checkbox"
            aria-label={WEEKDAY_NAMES[day]}
            checked={draft.days.includes(day)}
            onChange={({ currentTarget: { checked } }) =>
              onChange({ days: WEEKDAYS.filter((one) => (one === day ? checked : draft.days.includes(one))) })
            }
          />
          <span>{day}</span>
        </label>
      ))}
    </fieldset>
    {TASK_KINDS.map((kind) => (
      <NativeSelect
        key={kind}
        label={kind === 'hma' ? 'Health maintenance code' : `${KINDS[kind].title} code`}
        value={draft.codes[kind] ?? ''}
        data={[
          { value: '', label: 'No code' },
          ...types
            .filter((type) => isCodeOf(kind, type))
            .map(({ Code, Name, procedureCode }) => ({
              value: Code,
              label: [procedureCode, Name].filter(Boolean).join(' '),
            })),
        ]}
        onChange={(event) =>
          onChange({ codes: { ...draft.codes, [kind]: event.currentTarget.value || null } })
        }
      />
    ))}
    <div className={classes.remove}>
      <IconButton
        label={`Remove provider ${place}`}
        icon={<IconTrash {...rowIcon} />}
        danger
        onClick={onRemove}
      />
    </div>
  </section>
);
