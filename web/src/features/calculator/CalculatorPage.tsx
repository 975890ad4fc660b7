import {
  COOL_DOWN_SECONDS,
  hasDayAndCode,
  sentStart,
  tableMinutes,
  windowOf,
} from '@homecare/domain/calculator/rules.ts';
import type { Norm } from '@homecare/domain/calculator/schema.ts';
import { TASK_KINDS } from '@homecare/domain/calculator/tasks.ts';
import { DAY_MINUTES, showMinutesAsHours } from '@homecare/domain/calendar.ts';
import type { CarePlanType } from '@homecare/domain/care-plans/schema.ts';
import { isActiveOfKind } from '@homecare/domain/people/kind-and-status.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { Button, Group, Text } from '@mantine/core';
import { IconCalculator, IconList, IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { failureOf } from '../../platform/query.ts';
import { useCapabilities } from '../../platform/site.ts';
import { menuIcon } from '../../ui/icons.ts';
import { DateBox, isClock, TimeBox } from '../../ui/inputs.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { ErrorState, useSlow } from '../../ui/states.tsx';
import { AuthorizationNotes } from '../authorizations/AuthorizationNotes.tsx';
import { useTypes } from '../care-plans/api.ts';
import { PersonPicker } from '../care-plans/PersonPicker.tsx';
import { usePeople } from '../people/api.ts';
import { useNorms } from './api.ts';
import classes from './Calculator.module.css';
import {
  addProvider,
  type CalculatorForm,
  linesOf,
  type ProviderDraft,
  providerLine,
  removeProvider,
  withProvider,
  withTask,
} from './calculator-form.ts';
import { ProviderBlock } from './ProviderBlock.tsx';
import { ResultsDialog } from './ResultsDialog.tsx';
import { TaskTable } from './TaskTable.tsx';
import { type Latest, useCalculation } from './use-calculation.ts';

const COOLING = `Ready again ${COOL_DOWN_SECONDS} seconds after the last calculation`;

const runsOverMidnight = ({ timeStart, timeEnd }: CalculatorForm) =>
  isClock(timeStart) &&
  isClock(timeEnd) &&
  timeStart !== timeEnd &&
  windowOf(sentStart(timeStart), timeEnd).end > DAY_MINUTES;

interface PartProps {
  readonly calculation: ReturnType<typeof useCalculation>;
  /** Active ones. */
  readonly people: readonly PersonRow[] | undefined;
}

const NEXT_DAY = 'The end time is that of the next day; each visit begins before midnight.';

/** For whom, from when, between which times; and what is made of it. */
const CalculatorBar = ({ calculation, people, onList }: PartProps & { readonly onList: () => void }) => {
  const { form, change, errorOf, pending } = calculation;
  const clients = useMemo(() => people?.filter((one) => isActiveOfKind(one, 'Client')), [people]);
  const time = (label: string, field: 'timeStart' | 'timeEnd') => (
    <TimeBox
      label={label}
      clock={24}
      data-field={field}
      className={classes.time}
      value={form[field]}
      error={errorOf(field)}
      onChange={(value) => change({ ...form, [field]: value })}
    />
  );
  return (
    <>
      <Group align="flex-start" gap="10px 12px">
        <div className={classes.client}>
          <PersonPicker
            label="Client"
            field="client"
            people={clients}
            value={form.client}
            error={errorOf('client')}
            optional
            onChange={(client) => {
              change({ ...form, client });
              return true;
            }}
          />
        </div>
        <DateBox
          label="Start date"
          data-field="startDate"
          className={classes.date}
          value={form.startDate}
          error={errorOf('startDate')}
          onChange={(startDate) => change({ ...form, startDate })}
        />
        {time('Start time', 'timeStart')}
        {time('End time', 'timeEnd')}
        <div className={classes.actions}>
          <Button leftSection={<IconList {...menuIcon} />} onClick={onList}>
            Calc List
          </Button>
          <ReasonButton
            variant="filled"
            leftSection={<IconCalculator {...menuIcon} />}
            loading={pending}
            reason={calculation.isCooling ? COOLING : undefined}
            onClick={calculation.start}
          >
            Calculate Careplan
          </ReasonButton>
        </div>
      </Group>
      <Text component="p" inherit fz={12} mih={18} className="ink2" role="status">
        {pending ? 'Working it out: at most 10 seconds' : runsOverMidnight(form) ? NEXT_DAY : ''}
      </Text>
    </>
  );
};

const isWrong = (draft: ProviderDraft) => draft.provider !== null && !hasDayAndCode(providerLine(draft));

const Providers = ({
  calculation,
  people,
  types,
}: PartProps & { readonly types: readonly CarePlanType[] }) => {
  const { form, change, faults, errorOf } = calculation;
  const providers = useMemo(() => people?.filter((one) => isActiveOfKind(one, 'Provider')), [people]);
  const isRefused = faults.some(({ field }) => field === 'providers');
  const hasWrong = isRefused && form.providers.some(isWrong);
  return (
    <>
      <Group justify="space-between" mih={32} my={4}>
        <h2 className={classes.title}>Providers</h2>
        <Button
          variant="subtle"
          leftSection={<IconPlus {...menuIcon} />}
          onClick={() => change(addProvider(form))}
        >
          Add provider
        </Button>
      </Group>
      {form.providers.map((draft, at) => (
        <ProviderBlock
          key={draft.key}
          draft={draft}
          place={at + 1}
          people={providers}
          types={types}
          error={
            isRefused && isWrong(draft)
              ? 'Choose at least one day and one code'
              : at === 0 && !hasWrong
                ? errorOf('providers')
                : undefined
          }
          onChange={(values) => change(withProvider(form, draft.key, values))}
          onRemove={() => change(removeProvider(form, draft.key))}
        />
      ))}
    </>
  );
};

interface CalculatorProps {
  readonly zone: string;
  readonly types: readonly CarePlanType[];
  readonly dated: readonly Norm[];
  readonly people: readonly PersonRow[] | undefined;
}

const Calculator = ({ zone, types, dated, people }: CalculatorProps) => {
  const [list, setList] = useState<{ readonly latest?: Latest }>();
  const calculation = useCalculation(dated, zone, (latest) => setList({ latest }));
  const { form, norms, change } = calculation;
  const total = tableMinutes(TASK_KINDS.flatMap((kind) => linesOf(form, norms, kind)));
  return (
    <div className={classes.page}>
      <CalculatorBar calculation={calculation} people={people} onList={() => setList({})} />
      <AuthorizationNotes clientId={form.client} />
      <Providers calculation={calculation} people={people} types={types} />
      <Group justify="space-between" mih={32} my={4}>
        <h2 className={classes.title}>Tasks per week</h2>
        <span>
          <span className="ink2">All tasks </span>
          <strong>{`${showMinutesAsHours(total)} hours/week`}</strong>
        </span>
      </Group>
      <div className={classes.tables}>
        {TASK_KINDS.map((kind) => (
          <TaskTable
            key={kind}
            kind={kind}
            norms={norms}
            form={form}
            onChange={(norm, values) => change(withTask(form, norm, values))}
          />
        ))}
      </div>
      {list && (
        <ResultsDialog zone={zone} latest={list.latest} people={people} onClose={() => setList(undefined)} />
      )}
    </div>
  );
};

/** /ihsscalc, admin only. */
export const CalculatorPage = () => {
  const zone = useCapabilities()?.timeZone;
  const { query: peopleQuery, people } = usePeople();
  const types = useTypes();
  const norms = useNorms();
  const isSlow = useSlow(norms.isPending || types.isPending);
  const failure =
    failureOf(peopleQuery, 'Couldn’t load the people') ??
    failureOf(types, 'Couldn’t load the care plan types') ??
    failureOf(norms, 'Couldn’t load the task norms');
  if (failure) return <ErrorState {...failure} />;
  if (zone && types.data && norms.data)
    return <Calculator zone={zone} types={types.data} dated={norms.data.norms} people={people} />;
  if (!isSlow) return null;
  return (
    <p className={classes.page} role="status">
      Loading the task tables…
    </p>
  );
};
