import { todayIn } from '@homecare/domain/calendar.ts';
import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { usePeople } from '../people/api.ts';
import { useOpenPage, usePageState } from '../shell/page-state.ts';
import { failureOf } from '../shell/query.ts';
import { serverNow } from '../shell/server-time.ts';
import { usePageTitle } from '../shell/title.ts';
import { useCapabilities } from '../sites/api.ts';
import { ErrorState } from '../ui/states.tsx';
import { useTypes } from './api.ts';
import { CarePlanForm } from './CarePlanForm.tsx';
import { NEW_PLAN } from './plan-mode.ts';

const LIST = '/careplanlist';

const NewCarePlan = ({ zone }: { readonly zone: string }) => {
  usePageTitle('New care plan');
  const openPage = useOpenPage();
  const { query, people } = usePeople();
  const types = useTypes();
  const switches = useCapabilities();
  const [today] = useState(() => todayIn(zone, serverNow()).toString());
  const failure =
    failureOf(query, 'The people could not be loaded') ??
    failureOf(types, 'The care plan types could not be loaded');
  if (failure) return <ErrorState {...failure} />;
  if (!switches) return null;
  return (
    <CarePlanForm
      people={people}
      types={types.data}
      switches={switches}
      today={today}
      onDone={() => void openPage(LIST)}
    />
  );
};

export const CarePlanFormPage = () => {
  const { mode } = usePageState();
  const switches = useCapabilities();
  if (mode !== NEW_PLAN.mode) return <Navigate to={LIST} replace />;
  return switches ? <NewCarePlan zone={switches.timeZone} /> : null;
};
