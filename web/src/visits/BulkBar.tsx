import { counted } from '@homecare/domain/counted.ts';
import { type BulkAction, bulkBlocked } from '@homecare/domain/visits/bulk.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useCapabilities } from '../sites/api.ts';
import { Note } from '../ui/Note.tsx';
import classes from './BulkBar.module.css';
import { CloseDialog } from './CloseDialog.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';
import { type BulkOutcome, type BulkWords, useBulk } from './use-bulk.ts';

const LABELS: Record<BulkAction, string> = {
  send: 'Send to Sandata',
  reason: 'Give reason',
  close: 'Close visits',
  reopen: 'Reopen visits',
};
const DONE: Record<BulkAction, string> = {
  send: 'sent to Sandata',
  reason: 'given the reason',
  close: 'closed',
  reopen: 'reopened',
};
const ACTIONS = ['send', 'reason', 'close', 'reopen'] as const;

/** Whether a visit of the list may do it, as far as the screen knows; the server judges each. */
const applies = (action: BulkAction, visit: Visit, now: Temporal.Instant, zone: string) =>
  bulkBlocked(action, { ...visit, isExcluded: false }, now, zone) === undefined;

const summaryOf = ({ action, isUndo, done, refused, failure }: BulkOutcome) =>
  [
    isUndo ? `${counted(done, 'visit')} put back.` : `${counted(done, 'visit')} ${DONE[action]}.`,
    refused.length > 0 && `${counted(refused.length, 'visit')} left as before:`,
    failure,
  ]
    .filter(Boolean)
    .join(' ');

interface BulkBarProps {
  readonly visits: readonly Visit[];
  readonly now: Temporal.Instant;
  readonly zone: string;
  readonly onClear: () => void;
}

/** What can be done with the selected visits at once, how far it is, what was refused, and the way back. */
export const BulkBar = ({ visits, now, zone, onClear }: BulkBarProps) => {
  const { progress, outcome, run, undo, forget } = useBulk();
  const [asking, setAsking] = useState<'reason' | 'close'>();
  const sends = useCapabilities()?.sandataEnabled ?? false;
  const countOf = (action: BulkAction) =>
    action === 'send' && !sends ? 0 : visits.filter((visit) => applies(action, visit, now, zone)).length;

  const perform = async (action: BulkAction, words?: BulkWords) => {
    setAsking(undefined);
    const { failure } = await run(
      action,
      visits.map(({ id }) => id),
      words,
    );
    if (failure === undefined) onClear();
  };
  const start = (action: BulkAction) =>
    action === 'reason' || action === 'close' ? setAsking(action) : void perform(action);

  if (visits.length === 0 && !progress && !outcome) return null;
  return (
    <section className={classes.bar} aria-label="Selected visits">
      {outcome && (
        <Note tone={outcome.failure || outcome.refused.length > 0 ? 'warn' : 'ok'} live>
          <span className={classes.outcome}>
            <span>{summaryOf(outcome)}</span>
            {!outcome.isUndo && outcome.bulks.length > 0 && (
              <Button size="compact-sm" onClick={() => void undo(outcome)}>
                Undo
              </Button>
            )}
            <Button size="compact-sm" onClick={forget}>
              Dismiss
            </Button>
          </span>
          {outcome.refused.length > 0 && (
            <ul className={classes.refused}>
              {outcome.refused.map(({ id, name, reason }) => (
                <li key={id}>
                  {name}: {reason}
                </li>
              ))}
            </ul>
          )}
        </Note>
      )}
      {progress && (
        <p role="status" className={classes.progress}>
          <progress max={progress.total} value={progress.done} aria-label={LABELS[progress.action]} />
          {LABELS[progress.action]}: {progress.done} of {progress.total}
        </p>
      )}
      {visits.length > 0 && !progress && (
        <div className={classes.actions}>
          <strong>{visits.length.toLocaleString('en-US')} selected</strong>
          {ACTIONS.map((action) => {
            const count = countOf(action);
            return (
              count > 0 && (
                <Button
                  key={action}
                  size="compact-sm"
                  variant={action === 'send' ? 'filled' : 'default'}
                  onClick={() => start(action)}
                >
                  {LABELS[action]} ({count})
                </Button>
              )
            );
          })}
          <Button size="compact-sm" onClick={onClear}>
            Clear
          </Button>
        </div>
      )}
      {asking === 'reason' && (
        <ReasonDialog
          sending={false}
          onSave={({ code, memo }) => void perform('reason', { changeCode: code, memo: memo.trim() || null })}
          onCancel={() => setAsking(undefined)}
        />
      )}
      {asking === 'close' && (
        <CloseDialog
          title={`Close ${counted(visits.length, 'visit')}`}
          sending={false}
          onSave={(words) => void perform('close', words)}
          onCancel={() => setAsking(undefined)}
        />
      )}
    </section>
  );
};
