import { normsOn } from '@homecare/domain/calculator/norms.ts';
import { DAY } from '@homecare/domain/calculator/problem.ts';
import {
  COOL_DOWN_SECONDS,
  checkRequest,
  hasDayAndCode,
  sentStart,
  tableTotal,
  windowOf,
} from '@homecare/domain/calculator/rules.ts';
import type { Calculated, Norm } from '@homecare/domain/calculator/schema.ts';
import { TASK_KINDS } from '@homecare/domain/calculator/tasks.ts';
import { todayIn } from '@homecare/domain/calendar.ts';
import { asReason, type FieldError } from '@homecare/domain/errors.ts';
import { isActiveOfKind } from '@homecare/domain/people/kind-and-status.ts';
import { Button } from '@mantine/core';
import { IconCalculator, IconList, IconPlus } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useKept } from '../../platform/kept.ts';
import { failureOf } from '../../platform/query.ts';
import { serverNow } from '../../platform/server-time.ts';
import { useCapabilities } from '../../platform/site.ts';
import { toast } from '../../platform/toasts.ts';
import { useAttempt } from '../../platform/use-attempt.ts';
import { focusField } from '../../ui/form.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { DateBox, isClock, isIsoDate, TimeBox } from '../../ui/inputs.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { ErrorState, useSlow } from '../../ui/states.tsx';
import { useTypes } from '../care-plans/api.ts';
import { PersonPicker } from '../care-plans/PersonPicker.tsx';
import { usePeople } from '../people/api.ts';
import { calculate, useNorms } from './api.ts';
import classes from './Calculator.module.css';
import {
  addProvider,
  type CalculatorForm,
  EMPTY_FORM,
  linesOf,
  removeProvider,
  requestOf,
  withProvider,
  withTask,
} from './calculator-form.ts';
import { ProviderBlock } from './ProviderBlock.tsx';
import { ResultsDialog } from './ResultsDialog.tsx';
import { TaskTable } from './TaskTable.tsx';

const COOLING = `Ready again ${COOL_DOWN_SECONDS} seconds after the last calculation`;

const NO_NORMS: readonly Norm[] = [];

/** The tasks on the day on which the plan starts; without one, today's. */
const useNormsOn = (startDate: string, zone: string) => {
  const query = useNorms();
  const day = isIsoDate(startDate) ? startDate : todayIn(zone, serverNow()).toString();
  const all = query.data?.norms ?? NO_NORMS;
  return { query, norms: useMemo(() => normsOn(all, day), [all, day]) };
};

/** Kept, so that leaving the page and coming back does not end it. */
const useCoolDown = () => {
  const [until, setUntil] = useKept('calculator.coolUntil', 0);
  const [isCooling, setCooling] = useState(() => until > Date.now());
  useEffect(() => {
    const left = until - Date.now();
    setCooling(left > 0);
    if (left <= 0) return undefined;
    const timer = setTimeout(() => setCooling(false), left);
    return () => clearTimeout(timer);
  }, [until]);
  return { isCooling, cool: () => setUntil(Date.now() + COOL_DOWN_SECONDS * 1000) };
};

const runsOverMidnight = ({ timeStart, timeEnd }: CalculatorForm) =>
  isClock(timeStart) &&
  isClock(timeEnd) &&
  timeStart !== timeEnd &&
  windowOf(sentStart(timeStart), timeEnd).end > DAY;

interface Latest {
  readonly found: Calculated;
  readonly text: string;
}

const Calculator = ({ zone }: { readonly zone: string }) => {
  const [form, setForm] = useKept('calculator.form', EMPTY_FORM);
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [busy, setBusy] = useState(false);
  const [list, setList] = useState<{ readonly latest: Latest | undefined }>();
  const { isCooling, cool } = useCoolDown();
  const attempt = useAttempt();
  const { query: peopleQuery, people } = usePeople();
  const types = useTypes();
  const { query: normsQuery, norms } = useNormsOn(form.startDate, zone);
  const providers = useMemo(() => people?.filter((one) => isActiveOfKind(one, 'Provider')), [people]);
  const clients = useMemo(() => people?.filter((one) => isActiveOfKind(one, 'Client')), [people]);
  const isSlow = useSlow(normsQuery.isPending || types.isPending);

  const failure =
    failureOf(peopleQuery, 'The people could not be loaded') ??
    failureOf(types, 'The care plan types could not be loaded') ??
    failureOf(normsQuery, 'The task norms could not be loaded');
  if (failure) return <ErrorState {...failure} />;
  if (!types.data || !normsQuery.data)
    return isSlow ? (
      <p className={classes.page} role="status">
        Loading the task tables…
      </p>
    ) : null;

  const change: typeof setForm = (next) => {
    setErrors([]);
    setForm(next);
  };
  const errorOf = (field: string) => {
    const found = errors.find((one) => one.field === field);
    return found && asReason(found.message);
  };
  const isProviderWrong =
    errors.some(({ field }) => field === 'providers') &&
    form.providers.some((draft) => draft.provider !== null && !isComplete(draft));

  const refuse = (found: readonly FieldError[], info: string) => {
    setErrors(found);
    toast.error(`Error: ${asReason(info)}`);
    const field = found[0]?.field;
    if (field) focusField(field === 'providers' ? 'provider-1' : field);
  };
  const start = async () => {
    if (busy || isCooling) return;
    const request = requestOf(form, norms);
    const wrong = checkRequest(request);
    const [first] = wrong;
    if (first) return refuse(wrong, first.message);
    setErrors([]);
    setBusy(true);
    const sent = await attempt(request, (key) => calculate(request, key));
    setBusy(false);
    if (!sent.ok) return refuse(sent.errors, sent.info);
    cool();
    const text = sent.info ?? '';
    if (sent.data.notPlaced.length === 0 && sent.data.spread.length === 0) toast.success(`Success: ${text}`);
    setList({ latest: { found: sent.data, text } });
  };
  const total = tableTotal(TASK_KINDS.flatMap((kind) => linesOf(form, norms, kind)));

  return (
    <div className={classes.page}>
      <div className={classes.bar}>
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
        <TimeBox
          label="Start time"
          data-field="timeStart"
          className={classes.time}
          value={form.timeStart}
          error={errorOf('timeStart')}
          onChange={(timeStart) => change({ ...form, timeStart })}
        />
        <TimeBox
          label="End time"
          data-field="timeEnd"
          className={classes.time}
          value={form.timeEnd}
          error={errorOf('timeEnd')}
          onChange={(timeEnd) => change({ ...form, timeEnd })}
        />
        <div className={classes.actions}>
          <Button leftSection={<IconList {...menuIcon} />} onClick={() => setList({ latest: undefined })}>
            Calc List
          </Button>
          <ReasonButton
            variant="filled"
            leftSection={<IconCalculator {...menuIcon} />}
            loading={busy}
            reason={isCooling ? COOLING : undefined}
            onClick={() => void start()}
          >
            Calculate Careplan
          </ReasonButton>
        </div>
      </div>
      <p className={classes.status} role="status">
        {busy
          ? 'Working it out: at most 10 seconds'
          : runsOverMidnight(form)
            ? 'The end time is that of the next day; each visit begins before midnight.'
            : ''}
      </p>
      <div className={classes.head}>
        <h2>Providers</h2>
        <Button
          variant="subtle"
          leftSection={<IconPlus {...menuIcon} />}
          onClick={() => change(addProvider(form))}
        >
          Add provider
        </Button>
      </div>
      {form.providers.map((draft, at) => (
        <ProviderBlock
          key={draft.key}
          draft={draft}
          place={at + 1}
          people={providers}
          types={types.data}
          error={
            isProviderWrong && draft.provider !== null && !isComplete(draft)
              ? 'Choose at least one day and one code'
              : at === 0 && !isProviderWrong
                ? errorOf('providers')
                : undefined
          }
          onChange={(values) => change(withProvider(form, draft.key, values))}
          onRemove={() => change(removeProvider(form, draft.key))}
        />
      ))}
      <div className={classes.head}>
        <h2>Tasks per week</h2>
        <span>
          <span className="ink2">All tasks </span>
          <strong>{`${total.hours.toFixed(2)} hours/week`}</strong>
        </span>
      </div>
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

const isComplete = ({ provider, days, codes }: (typeof EMPTY_FORM)['providers'][number]) =>
  hasDayAndCode({
    value: provider,
    days: [...days],
    hmkTasks: codes.hmk,
    personalTasks: codes.pers,
    hmaTasks: codes.hma,
  });

/** /ihsscalc, admin only. */
export const CalculatorPage = () => {
  const zone = useCapabilities()?.timeZone;
  return zone ? <Calculator zone={zone} /> : null;
};
