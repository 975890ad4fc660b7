import { showMinutesAsHours, showStamp } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { factsOf } from '@homecare/domain/month-close/causes.ts';
import { isUnderWay, type MonthRun } from '@homecare/domain/month-close/schema.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { PersonLink } from '../../platform/PersonLink.tsx';
import { toast } from '../../platform/toasts.ts';
import { useZone } from '../../platform/use-today.ts';
import { ConfirmDialog, ReadDialog } from '../../ui/Dialog.tsx';
import { Note } from '../../ui/Note.tsx';
import { UNDO_RUN } from './api.ts';
import classes from './MonthClose.module.css';
import { takenBack } from './use-after-run.ts';

const cards = (count: number) => counted(count, 'card');

/** What a run left behind that somebody should know. */
export const RunNotes = ({ run }: { readonly run: MonthRun }) => {
  const { state, info, kept, above, file, claimedCents } = run;
  if (isUnderWay(state)) return null;
  return (
    <div className={classes.notes}>
      {file !== null && (
        <Note tone="ok" live>
          {file}: {showMoney(claimedCents)} claimed.
        </Note>
      )}
      {info !== null && <Note tone="warn">No claim file was made. {info}</Note>}
      {kept.length > 0 && (
        <Note tone="info">
          {cards(kept.length)} changed by hand or invoiced stayed:{' '}
          {[...new Set(kept.map(({ client }) => client))].join('; ')}.
        </Note>
      )}
      {state === 'done' && above > 0 && (
        <Note tone="info">
          Visits ran {showMinutesAsHours(above)} h longer than planned. These cards neither bill nor pay that
          time.
        </Note>
      )}
    </div>
  );
};

/** The last run, with Undo until a card of it is claimed. */
export const RunLine = ({ run }: { readonly run: MonthRun }) => {
  const zone = useZone();
  // As it was when it was asked about: an undone run has no cards any more.
  const [asked, setAsked] = useState<MonthRun>();
  const [listing, setListing] = useState(false);
  const undo = useAction({
    ...UNDO_RUN,
    onDone: ({ data }) => {
      setAsked(undefined);
      toast.success(takenBack(data.removed));
    },
  });
  if (isUnderWay(run.state)) return null;
  return (
    <div className={classes.run}>
      <span>
        {run.state === 'undone' ? 'Undone run' : 'Last run'}: {counted(run.made, 'client')},{' '}
        {showStamp(run.startedAt, zone)}, {run.startedBy}
      </span>
      {run.exceptions.length > 0 && (
        <Button variant="subtle" onClick={() => setListing(true)}>
          {run.exceptions.length.toLocaleString('en-US')} without cards
        </Button>
      )}
      {run.canUndo && (
        <Button variant="subtle" onClick={() => setAsked(run)}>
          Undo
        </Button>
      )}
      {asked && (
        <ConfirmDialog
          opened
          title="Undo the run"
          confirmLabel={`Take back ${cards(asked.cards)}`}
          busy={undo.pending}
          onConfirm={() => void undo.run({ id: asked.id })}
          onCancel={() => setAsked(undefined)}
        >
          Deletes the {cards(asked.cards)} of this run ({showMoney(asked.cents)}). Cards changed by hand since
          then stay.
        </ConfirmDialog>
      )}
      {listing && (
        <ReadDialog title="Clients without cards" onClose={() => setListing(false)}>
          <ul className={classes.names}>
            {run.exceptions.map(({ clientId, client, cause, reason }) => (
              <li key={clientId}>
                <b>
                  <PersonLink id={clientId} name={client} />
                </b>
                : {factsOf(cause).title}
                <p>{reason}</p>
              </li>
            ))}
          </ul>
        </ReadDialog>
      )}
    </div>
  );
};
