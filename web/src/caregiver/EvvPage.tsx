import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { refreshSchedule, showVisit } from '../features/visits/api.ts';
import { useLanguage, usePageLanguage } from '../platform/language.ts';
import { failureOf } from '../platform/query.ts';
import { useSession } from '../platform/session.ts';
import { capabilitiesQuery } from '../platform/site.ts';
import { toast } from '../platform/toasts.ts';
import { ErrorState } from '../ui/states.tsx';
import { useManifest } from './install.ts';
import { runOutbox, whenRecorded, whenSent, whenTaken } from './outbox.ts';
import { PhoneTabs } from './PhoneBar.tsx';
import { useRequestsHere } from './requests.ts';
import { useAgency } from './use-kept-days.ts';
import { currentWords, useWords } from './words.ts';

/** Sends what is stored on the phone, and shows each visit as answered by the server. */
const useOutboxHere = () =>
  useEffect(() => {
    const stop = runOutbox();
    const forget = whenSent((visit) => {
      void showVisit(visit);
      toast.success(currentWords().recordSet(currentWords()[visit.Status]));
    });
    const forgetRecorded = whenRecorded(async () => {
      toast.success(currentWords().recorded);
      await refreshSchedule();
    });
    const forgetTaken = whenTaken(() => toast.success(currentWords().visitTaken));
    return () => {
      stop();
      forgetTaken();
      forget();
      forgetRecorded();
    };
  }, []);

const Employee = ({ providerId }: { readonly providerId: number }) => {
  const agency = useAgency(providerId);
  useManifest();
  useOutboxHere();
  useRequestsHere();
  usePageLanguage(useLanguage());
  const unknown = failureOf(useQuery(capabilitiesQuery()), useWords().loadFailed);
  if (agency?.zone) return <PhoneTabs {...agency} providerId={providerId} zone={agency.zone} />;
  return agency && unknown ? <ErrorState {...unknown} /> : null;
};

/** A caregiver's own visits of a day, with or without a network (docs/rules/visits.md, rule 18). */
export const EvvPage = () => {
  const providerId = Number(useSession()?.evv_id || Number.NaN);
  if (!Number.isInteger(providerId)) return <Navigate to="/login" replace />;
  return <Employee providerId={providerId} />;
};
