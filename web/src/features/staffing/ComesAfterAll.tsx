import { showStamp } from '@homecare/domain/calendar.ts';
import { isCalledOut } from '@homecare/domain/staffing/open-visits.ts';
import type { OpenVisit } from '@homecare/domain/staffing/schema.ts';
import { plannedInstants } from '@homecare/domain/visits/rules.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { toast } from '../../platform/toasts.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { useCallOuts, WITHDRAW_CALL_OUT } from './api.ts';

interface ComesAfterAllProps {
  readonly visit: OpenVisit;
  readonly zone: string;
  readonly onDone: () => void;
}

/** Takes a call-out back: a mistake, or somebody who can come after all. All visits of its span are theirs again. */
export const ComesAfterAll = ({ visit, zone, onDone }: ComesAfterAllProps) => {
  const { date, start, end, ProviderID, Provider } = visit;
  const [asking, setAsking] = useState(false);
  const { data } = useCallOuts({ from: date, through: date });
  const withdraw = useAction({
    ...WITHDRAW_CALL_OUT,
    onDone: () => {
      toast.success(`${Provider} comes after all.`);
      onDone();
    },
  });
  const { start: begins } = plannedInstants({ Date: date, PlanStartTime: start, PlanEndTime: end }, zone);
  const callOut = data?.find((one) => one.ProviderID === ProviderID && isCalledOut([one], begins));
  if (!callOut) return null;
  const { id, rev, from, until } = callOut;
  return (
    <>
      <Button size="compact-sm" disabled={withdraw.pending} onClick={() => setAsking(true)}>
        Can come after all…
      </Button>
      {asking && (
        <ConfirmDialog
          opened
          title={`${Provider} can come after all?`}
          confirmLabel="Take the call-out back"
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            void withdraw.run({ id, rev });
          }}
        >
          <p>{`Visits from ${showStamp(from, zone)} to ${showStamp(until, zone)} are theirs again. Visits that someone else has taken stay taken.`}</p>
        </ConfirmDialog>
      )}
    </>
  );
};
