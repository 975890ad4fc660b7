import {
  checkFacts,
  codeReason,
  NO_PROCEDURE_CODES,
  SAVED,
  tidyFacts,
} from '@homecare/domain/plan-types/rules.ts';
import type { PlanType, TypeFacts } from '@homecare/domain/plan-types/schema.ts';
import { Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { FormPage } from '../../platform/form/FormPage.tsx';
import type { FormGuard } from '../../platform/form/form-guard.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { FormSection } from '../../ui/form.tsx';
import { useProcedureCodes } from '../people/api.ts';
import { readTypeAgain, SAVE_TYPE } from './api.ts';
import classes from './config.module.css';
import { OptionList } from './OptionList.tsx';
import { RatesSection } from './RatesSection.tsx';
import { TermDialog } from './TermDialog.tsx';

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
/** Label of a field such as 'pcItems.3'. */
const labelOf = (field: string) => {
  const [name = ''] = field.split('.');
  return isFact(name) ? LABELS[name] : name;
};

const storedOf = ({ id: _, terms: __, plans: ___, rev, ...value }: PlanType) => ({ value, rev });

const readStored = async (id: PlanType['id']) => {
  const fresh = await readTypeAgain(id);
  return fresh && storedOf(fresh);
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

/** One care plan type: its data, pay rates and two task tables. */
export const TypeForm = ({ type, types, today, guard, entering, onEntered }: TypeFormProps) => {
  const stored = storedOf(type);
  const save = useSave({
    ...SAVE_TYPE,
    values: stored.value,
    rev: stored.rev,
    draft: `care plan type ${type.id}`,
    input: (facts, rev) => ({ ...tidyFacts(facts), id: type.id, rev }),
    check: (facts) =>
      checkFacts(
        tidyFacts(facts),
        types.filter(({ id }) => id !== type.id),
        type,
      ),
    savedAs: ({ data }, facts) => ({ value: tidyFacts(facts), rev: data.rev }),
    readAgain: () => readStored(type.id),
    onSaved: () => toast.success(SAVED),
  });
  const { values, errorOf, base } = save;

  const codes = useProcedureCodes(true);
  useEffect(() => {
    if (codes.isError) toast.error(NO_PROCEDURE_CODES);
  }, [codes.isError]);
  const codeOptions = Object.entries(codes.data ?? {}).map(([value, label]) => ({
    value,
    label: `${value} · ${label}`,
  }));
  const { aggregatorCode } = values;
  const isKnown = aggregatorCode === null || codeOptions.some(({ value }) => value === aggregatorCode);

  return (
    <>
      <FormPage save={save} labelOf={labelOf} guard={guard} className={classes.content}>
        <FormSection
          id="config-type"
          title={type.Name}
          note={type.plans === 1 ? '1 care plan' : `${type.plans.toLocaleString('en-US')} care plans`}
        >
          <div className={classes.grid}>
            <TextInput label="Name" required autoComplete="off" {...save.text('Name')} />
            <TextInput
              label="Code"
              required
              autoComplete="off"
              readOnly={type.plans > 0}
              {...(type.plans > 0 && { description: codeReason(type.plans) })}
              {...save.text('Code')}
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
                onChange={(event) => save.set({ aggregatorCode: event.currentTarget.value || null })}
              />
              {values.evvNeeded && aggregatorCode === null && (
                <div className={classes.warning}>Without it its visits cannot be sent.</div>
              )}
            </div>
          </div>
          <Group gap="12px 28px" mt={16} align="start">
            <Checkbox
              size="sm"
              label="IHSS"
              description="Needs the provider's Start IHSS"
              {...save.tick('ihss')}
            />
            <Checkbox
              size="sm"
              label="Relative"
              description="Given by a relative of the client"
              {...save.tick('relative')}
            />
            <Checkbox
              size="sm"
              label="EVV needed"
              description="Billed days need a complete visit"
              {...save.tick('evvNeeded')}
            />
          </Group>
        </FormSection>
        <RatesSection type={type} rev={base.rev} today={today} onSaved={save.raise} />
        <div className={classes.columns}>
          <OptionList
            name="pcItems"
            title={LABELS.pcItems}
            items={values.pcItems}
            errorOf={errorOf}
            onChange={(items) => save.set({ pcItems: [...items] })}
          />
          <OptionList
            name="hmItems"
            title={LABELS.hmItems}
            items={values.hmItems}
            errorOf={errorOf}
            onChange={(items) => save.set({ hmItems: [...items] })}
          />
        </div>
      </FormPage>
      {entering && (
        <TermDialog
          type={{ ...type, rev: base.rev }}
          today={today}
          onSaved={(rev) => {
            save.raise(rev);
            onEntered();
          }}
          onClose={onEntered}
        />
      )}
    </>
  );
};
