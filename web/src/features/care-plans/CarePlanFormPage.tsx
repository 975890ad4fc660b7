import { todayIn } from '@homecare/domain/calendar.ts';
import { mayModify } from '@homecare/domain/care-plans/moves.ts';
import type { OpenRequest } from '@homecare/domain/care-plans/open-request.ts';
import { firstDayAhead } from '@homecare/domain/care-plans/open-requests.ts';
import type { CarePlan, CarePlanType } from '@homecare/domain/care-plans/schema.ts';
import { isActive } from '@homecare/domain/people/kind-and-status.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { mayOverride } from '@homecare/domain/permissions.ts';
import type { Capabilities } from '@homecare/domain/sites/page-contract.ts';
import { Button } from '@mantine/core';
import { IconCalendarSearch } from '@tabler/icons-react';
import { Navigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useOpenPage, usePageState } from '../../platform/page-state.ts';
import { FailedCall, failureOf } from '../../platform/query.ts';
import { serverNow } from '../../platform/server-time.ts';
import { useSession } from '../../platform/session.ts';
import { useCapabilities } from '../../platform/site.ts';
import { usePageTitle } from '../../platform/title.ts';
import { EmptyState, ErrorState, useSlow } from '../../ui/states.tsx';
import { useResult } from '../calculator/api.ts';
import { usePeople } from '../people/api.ts';
import { usePlan, useTypes } from './api.ts';
import classes from './CarePlanForm.module.css';
import { CarePlanForm } from './CarePlanForm.tsx';
import { openResult } from './calculated-plan.ts';
import { openClone } from './clone-plan.ts';
import { PlanView } from './PlanView.tsx';
import { emptyForm, type PlanForm } from './plan-form.ts';
import { CARE_PLAN, OPEN_REQUESTS, type PlanMode, readPlanMode, storedPlan } from './plan-mode.ts';
import { formOf, requestForm, usualFirstDay } from './stored-plan.ts';
import { useOpenRequests } from './use-open-requests.ts';

const LIST = '/careplanlist';

const Waiting = () =>
  useSlow(true) ? (
    <p className={classes.waiting} role="status">
      Loading the care plan…
    </p>
  ) : null;

interface Loaded {
  readonly people: readonly PersonRow[] | undefined;
  readonly types: readonly CarePlanType[] | undefined;
  readonly switches: Capabilities;
  readonly today: string;
  readonly mayOverride: boolean;
  readonly onDone: () => void;
  /** Opens the open requests. */
  readonly onRequested: () => void;
}

const NewPlan = (loaded: Loaded) => {
  usePageTitle('New care plan');
  const [initial] = useState(() => emptyForm(loaded.today));
  return <CarePlanForm {...loaded} draft="new care plan" initial={initial} />;
};

/** A new plan prefilled from a calculator result. */
const CalculatedPlan = ({ result, ...loaded }: Loaded & { readonly result: string }) => {
  usePageTitle('New care plan');
  const query = useResult(result);
  const { people, types, today } = loaded;
  const [opened, setOpened] = useState<ReturnType<typeof openResult>>();
  const failure = failureOf(query, 'Couldn’t load the calculation');
  if (failure) return <ErrorState {...failure} />;
  const file = query.data;
  if (!opened && file && people && types) {
    const items = types.find(({ Code }) => Code === file.code)?.taskOptions;
    setOpened(openResult(file, items, people, today));
  }
  return opened ? <CarePlanForm {...loaded} draft={`calculated ${result}`} {...opened} /> : <Waiting />;
};

const isActiveId = (people: readonly PersonRow[], id: number | undefined) =>
  people.find((person) => person.ID === id && isActive(person));

/** A new plan prefilled from an open request, with the caregiver chosen for it. */
const RequestedPlan = ({
  request: id,
  provider: chosen,
  ...loaded
}: Loaded & { readonly request: number; readonly provider: number | undefined }) => {
  usePageTitle('Open request');
  const query = useOpenRequests();
  const { people, switches } = loaded;
  const [opened, setOpened] = useState<{ readonly request: OpenRequest; readonly initial: PlanForm }>();
  const failure = failureOf(query, 'Couldn’t load the open request');
  if (failure && !opened) return <ErrorState {...failure} />;
  const request = query.data?.find((one) => one.id === id);
  if (query.data && !request && !opened)
    return (
      <EmptyState
        icon={IconCalendarSearch}
        title="This request is no longer open"
        text="Someone made a care plan from it, or withdrew it."
      >
        <Button variant="filled" onClick={loaded.onRequested}>
          Back to open requests
        </Button>
      </EmptyState>
    );
  if (!opened && request && people) {
    const provider = isActiveId(people, chosen)?.ID ?? null;
    const firstDay = firstDayAhead(request, serverNow(), switches.timeZone);
    setOpened({ request, initial: requestForm(request, provider, firstDay) });
  }
  if (!opened) return <Waiting />;
  return <CarePlanForm {...loaded} draft={`open request ${id}`} {...opened} onDone={loaded.onRequested} />;
};

interface StoredProps extends Loaded {
  readonly plan: CarePlan;
}

const ClonedPlan = ({ plan, mode, ...loaded }: StoredProps & { readonly mode: 'Clone' | 'Clone temp' }) => {
  usePageTitle(mode === 'Clone' ? 'Clone care plan' : 'Temporary care plan');
  const { people, today } = loaded;
  const [clone, setClone] = useState<ReturnType<typeof openClone>>();
  if (!clone && people) setClone(openClone(mode, plan, people, today));
  if (!clone) return <Waiting />;
  return <CarePlanForm {...loaded} draft={`${mode} ${plan.id}`} {...clone} source={plan} />;
};

/** Opens a plan for modifying if possible, or else for viewing. */
const OpenedPlan = ({ plan: first, mode, ...loaded }: StoredProps & { readonly mode: 'Modify' | 'Show' }) => {
  const openPage = useOpenPage();
  const [plan, setPlan] = useState(first);
  const initial = useMemo(() => formOf(first, usualFirstDay(first, loaded.today)), [first, loaded.today]);
  const modify = mode === 'Modify' && mayModify(plan, loaded.today);
  usePageTitle(modify ? 'Modify care plan' : 'Care plan');
  if (modify)
    return (
      <CarePlanForm
        {...loaded}
        draft={`care plan ${first.id}`}
        initial={initial}
        opened={first}
        onCloneTemp={(stored) => void openPage(CARE_PLAN, storedPlan('Clone temp', stored))}
        onEnded={setPlan}
      />
    );
  return (
    <PlanView
      plan={plan}
      typeName={loaded.types?.find(({ Code }) => Code === plan.Type)?.Name ?? plan.Type}
      today={loaded.today}
      wantsModify={mode === 'Modify'}
      onBack={loaded.onDone}
      onOpen={(next) => void openPage(CARE_PLAN, storedPlan(next, plan))}
    />
  );
};

const StoredPlan = ({ mode, id, ...loaded }: Loaded & Exclude<PlanMode, { mode: 'Create' }>) => {
  const query = usePlan(id);
  const { data: plan, error } = query;
  if (error instanceof FailedCall && error.refusal.reason === 'notFound')
    return (
      <EmptyState
        icon={IconCalendarSearch}
        title="This care plan was not found"
        text={`No care plan has the ID ${id}.`}
      >
        <Button variant="filled" onClick={loaded.onDone}>
          Back to the list
        </Button>
      </EmptyState>
    );
  const failure = failureOf(query, 'Couldn’t load the care plan');
  if (failure) return <ErrorState {...failure} />;
  if (!plan || !loaded.types) return <Waiting />;
  if (mode === 'Clone' || mode === 'Clone temp') return <ClonedPlan {...loaded} plan={plan} mode={mode} />;
  return <OpenedPlan {...loaded} plan={plan} mode={mode} />;
};

const Opened = ({ mode, switches }: { readonly mode: PlanMode; readonly switches: Capabilities }) => {
  const openPage = useOpenPage();
  const overrides = mayOverride(useSession()?.role);
  const { query, people } = usePeople();
  const types = useTypes();
  const [today] = useState(() => todayIn(switches.timeZone, serverNow()).toString());
  const failure =
    failureOf(query, 'Couldn’t load the people') ?? failureOf(types, 'Couldn’t load the care plan types');
  if (failure) return <ErrorState {...failure} />;
  const loaded: Loaded = {
    people,
    types: types.data,
    switches,
    today,
    mayOverride: overrides,
    onDone: () => void openPage(LIST),
    onRequested: () => void openPage(OPEN_REQUESTS),
  };
  if (mode.mode !== 'Create') return <StoredPlan {...loaded} {...mode} />;
  const { result, request, provider } = mode;
  if (request !== undefined) return <RequestedPlan {...loaded} request={request} provider={provider} />;
  return result === undefined ? <NewPlan {...loaded} /> : <CalculatedPlan {...loaded} result={result} />;
};

/** /careplan. The history state says what to do; an unknown mode returns to the list. */
export const CarePlanFormPage = () => {
  const mode = readPlanMode(usePageState());
  const switches = useCapabilities();
  if (!mode) return <Navigate to={LIST} replace />;
  if (!switches) return null;
  return <Opened key={JSON.stringify(mode)} mode={mode} switches={switches} />;
};
