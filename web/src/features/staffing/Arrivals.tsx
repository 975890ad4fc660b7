import { showStamp } from '@homecare/domain/calendar.ts';
import type { Arrival } from '@homecare/domain/staffing/schema.ts';
import { Button } from '@mantine/core';
import { useAction } from '../../platform/form/use-action.ts';
import { PersonLink } from '../../platform/PersonLink.tsx';
import { toast } from '../../platform/toasts.ts';
import { Note } from '../../ui/Note.tsx';
import { CLOSE_ARRIVAL, GIVE_BACK, useArrivals } from './api.ts';

interface ArrivedProps {
  readonly arrival: Arrival;
  readonly zone: string;
}

const asWords = ({ cover }: Arrival) => {
  if (!cover) return 'The visit was canceled.';
  return cover.hasStarted ? `${cover.Provider} works it.` : `${cover.Provider} is to come.`;
};

const Arrived = ({ arrival, zone }: ArrivedProps) => {
  const { id, planId, day, ProviderID, Provider, ClientID, Client, at, cover } = arrival;
  const close = useAction(CLOSE_ARRIVAL);
  const uncover = useAction({
    ...GIVE_BACK,
    onDone: () =>
      toast.success(`${Provider} has the visit again. Accept the recorded time in Visit exceptions.`),
  });
  return (
    <Note
      tone="warn"
      actions={
        <>
          {cover && !cover.hasStarted && (
            <Button
              aria-label={`Give it back to ${Provider}`}
              disabled={uncover.pending}
              onClick={() => void uncover.run({ planId, day })}
            >
              Give it back
            </Button>
          )}
          <Button
            aria-label={`Seen: ${Provider} checked in`}
            disabled={close.pending}
            onClick={() => void close.run({ id })}
          >
            Seen
          </Button>
        </>
      }
    >
      <b>
        <PersonLink id={ProviderID} name={Provider} />
      </b>{' '}
      {'checked in for '}
      <PersonLink id={ClientID} name={Client} />
      {` at ${showStamp(at, zone)}, but no longer has this visit. `}
      {asWords(arrival)}
    </Note>
  );
};

/** Caregivers who came although somebody else has taken their visit. The office decides who works it. */
export const Arrivals = ({ today, zone }: { readonly today: string; readonly zone: string }) =>
  useArrivals(today).data?.map((arrival) => <Arrived key={arrival.id} arrival={arrival} zone={zone} />);
