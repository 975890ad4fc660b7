import { daysOfMonth } from '@homecare/domain/billing/counting.ts';
import { monthOf } from '@homecare/domain/calendar.ts';
import { isClient, isProvider } from '@homecare/domain/people/kind-and-status.ts';
import { getCallReport } from '@homecare/domain/visits/contract.ts';
import { checkCallReport } from '@homecare/domain/visits/office.ts';
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { openForm } from '../../platform/open-form.ts';
import { toast } from '../../platform/toasts.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DateBox } from '../../ui/inputs.tsx';
import { PersonPicker } from '../care-plans/PersonPicker.tsx';
import { usePeople } from '../people/api.ts';
import classes from './VisitDialogs.module.css';

interface CallReportDialogProps {
  readonly today: string;
  readonly onClose: () => void;
}

/** Asks for client, provider or both, and at most a year, initially the current month (docs/rules/visits.md, rule 42). */
export const CallReportDialog = ({ today, onClose }: CallReportDialogProps) => {
  const month = daysOfMonth(monthOf(today));
  const [from, setFrom] = useState(month.from);
  const [to, setTo] = useState(month.through);
  const [client, setClient] = useState<number | null>(null);
  const [provider, setProvider] = useState<number | null>(null);
  const { people } = usePeople();
  const [clients, providers] = useMemo(
    () => [people?.filter(isClient), people?.filter(isProvider)],
    [people],
  );

  const get = () => {
    const [fault] = checkCallReport({ client, provider, from, to });
    if (fault) toast.error(fault.message);
    else openForm(getCallReport, { client, provider, from, to });
  };
  const choose = (set: (id: number | null) => void) => (id: number | null) => {
    set(id);
    return true;
  };

  return (
    <Dialog
      opened
      title="Call Report"
      onClose={onClose}
      actions={
        <>
          <Button size="sm" onClick={onClose}>
            Close
          </Button>
          <Button size="sm" variant="filled" onClick={get}>
            Get
          </Button>
        </>
      }
    >
      <div className={classes.fields}>
        <PersonPicker
          label="Client"
          optional
          field="client"
          people={clients}
          value={client}
          onChange={choose(setClient)}
        />
        <PersonPicker
          label="Provider"
          optional
          field="provider"
          people={providers}
          value={provider}
          onChange={choose(setProvider)}
        />
        <div className={classes.pair}>
          <DateBox label="From" required value={from} onChange={setFrom} />
          <DateBox label="To" required value={to} onChange={setTo} />
        </div>
      </div>
    </Dialog>
  );
};
