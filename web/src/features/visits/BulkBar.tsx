import { counted } from '@homecare/domain/counted.ts';
import { type BulkAction, bulkBlocked, closeCodesOf, isSent } from '@homecare/domain/visits/bulk.ts';
import { CLOSE_CODES, type Visit } from '@homecare/domain/visits/schema.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import classes from '../../platform/lists/SelectionBar.module.css';
import { SelectionBar } from '../../platform/lists/SelectionBar.tsx';
import { useCapabilities } from '../../platform/site.ts';
import { Note } from '../../ui/Note.tsx';
import { CloseDialog } from './CloseDialog.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';
import { type BulkOutcome, type BulkWords, useBulk } from './use-bulk.ts';

/** Resending is a separate choice, so that visits which Sandata already has are not sent along with the others. */
type Choice = BulkAction | 'resend';
const actionOf = (choice: Choice): BulkAction => (choice === 'resend' ? 'send' : choice);

const LABELS: Record<Choice, string> = {
  accept: 'Accept recorded times',
  reject: 'Reject recorded times',
  send: 'Send to Sandata',
  resend: 'Resend to Sandata',
  reason: 'Give reason',
  close: 'Close visits',
  reopen: 'Reopen visits',
};
const DONE: Record<BulkAction, string> = {
  accept: 'accepted',
  reject: 'with recorded times rejected',
  send: 'sent to Sandata',
  reason: 'given the reason',
  close: 'closed',
  reopen: 'reopened',
};
const CHOICES = ['accept', 'reject', 'send', 'resend', 'reason', 'close', 'reopen'] as const;
/** The most likely next steps for the selected visits. */
const MAIN: readonly Choice[] = ['accept', 'send'];

/** Why a visit is left out, as far as the screen knows. The server checks each one. */
const leftOut = (choice: Choice, visit: Visit, now: Temporal.Instant, zone: string): string | undefined => {
  if (choice === 'resend' && !isSent(visit)) return 'Not sent yet.';
  if (choice === 'send' && isSent(visit)) return 'Sent already.';
  return bulkBlocked(actionOf(choice), { ...visit, isExcluded: false, planRuns: true }, now, zone);
};

/** Reasons that apply to each of the visits. */
const sharedCodes = (visits: readonly Visit[], now: Temporal.Instant, zone: string) =>
  CLOSE_CODES.filter((code) => visits.every((visit) => closeCodesOf(visit, now, zone).includes(code)));

/** '3 of 12 are left out. Sent already: 2. Only a complete visit can be sent: 1.'. */
const leftOutText = (reasons: readonly string[], total: number): string | undefined => {
  if (reasons.length === 0) return undefined;
  const counts = [...Map.groupBy(reasons, (reason) => reason)].map(
    ([reason, same]) => `${reason.replace(/\.$/, '')}: ${same.length}.`,
  );
  return [`${reasons.length} of ${total} left out.`, ...counts].join(' ');
};

const summaryOf = ({ action, isUndo, done, refused, failure }: BulkOutcome, left: string | undefined) =>
  [
    isUndo ? `${counted(done, 'visit')} put back.` : `${counted(done, 'visit')} ${DONE[action]}.`,
    !isUndo && left,
    failure,
    refused.length > 0 && `${counted(refused.length, 'visit')} left as before:`,
  ]
    .filter(Boolean)
    .join(' ');

interface BulkBarProps {
  readonly visits: readonly Visit[];
  /** Number of visits in the whole list. */
  readonly total: number;
  readonly onAll: () => void;
  readonly now: Temporal.Instant;
  readonly zone: string;
  readonly onClear: () => void;
}

/** Actions on the selected visits, with their progress, refusals and Undo. */
export const BulkBar = ({ visits, total, now, zone, onAll, onClear }: BulkBarProps) => {
  const { progress, outcome, run, undo, forget } = useBulk();
  const [asking, setAsking] = useState<'reason' | 'close'>();
  const [left, setLeft] = useState<string>();
  const sends = useCapabilities()?.sandataEnabled ?? false;
  const fitting = (choice: Choice) =>
    !sends && actionOf(choice) === 'send'
      ? []
      : visits.filter((visit) => leftOut(choice, visit, now, zone) === undefined);

  const perform = async (choice: Choice, words?: BulkWords) => {
    setAsking(undefined);
    const reasons = visits.flatMap((visit) => leftOut(choice, visit, now, zone) ?? []);
    setLeft(leftOutText(reasons, visits.length));
    const ids = fitting(choice).map(({ id }) => id);
    const outcome = await run(actionOf(choice), ids, words);
    if (outcome && outcome.failure === undefined) onClear();
  };
  const start = (choice: Choice) =>
    choice === 'reason' || choice === 'close' ? setAsking(choice) : void perform(choice);

  if (visits.length === 0 && !progress && !outcome) return null;
  return (
    <section className={classes.bar} aria-label="Selected visits">
      {outcome && (
        <Note tone={outcome.failure || outcome.refused.length > 0 ? 'warn' : 'ok'} live>
          <span className={classes.outcome}>
            <span>{summaryOf(outcome, left)}</span>
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
        <SelectionBar count={visits.length} total={total} onAll={onAll} onClear={onClear}>
          {CHOICES.map((choice) => {
            const count = fitting(choice).length;
            return (
              count > 0 && (
                <Button
                  key={choice}
                  size="compact-sm"
                  variant={MAIN.includes(choice) ? 'filled' : 'default'}
                  onClick={() => start(choice)}
                >
                  {LABELS[choice]} ({count})
                </Button>
              )
            );
          })}
        </SelectionBar>
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
          title={`Close ${counted(fitting('close').length, 'visit')}`}
          label={`Close ${counted(fitting('close').length, 'visit')}`}
          codes={sharedCodes(fitting('close'), now, zone)}
          sending={false}
          onSave={(words) => void perform('close', words)}
          onCancel={() => setAsking(undefined)}
        />
      )}
    </section>
  );
};
