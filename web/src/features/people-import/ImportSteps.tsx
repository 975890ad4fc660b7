import { Button, Group, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { Note } from '../../ui/Note.tsx';
import { CheckStep } from './CheckStep.tsx';
import { ColumnsStep } from './ColumnsStep.tsx';
import { FileStep } from './FileStep.tsx';
import classes from './ImportPage.module.css';
import type { Refused } from './import-steps.ts';
import { OutcomeTable } from './OutcomeTable.tsx';
import { RunningNote } from './RunningNote.tsx';
import { useImport } from './use-import.ts';

const RefusedNote = ({ refused }: { readonly refused: Refused }) => (
  <Note tone="danger" live>
    {refused.lines.length === 1 ? (
      refused.lines[0]
    ) : (
      <ul className={classes.lines}>
        {refused.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    )}
  </Note>
);

interface ImportStepsProps {
  readonly onImported: (words: string) => void;
  /** Beside the head of the first step, such as the way back. */
  readonly aside?: (isImporting: boolean) => ReactNode;
}

/** People, candidates and authorizations from a file: what it is, what its columns mean, what happens to its rows (docs/decisions, 13). */
export const ImportSteps = ({ onImported, aside }: ImportStepsProps) => {
  const { chosen, plan, check, running, refused, ...act } = useImport(onImported);
  const refusedAt = (at: Refused['at']) => refused?.at === at && <RefusedNote refused={refused} />;
  const busy = running !== undefined;
  const result = useRef<HTMLElement>(null);
  // The answer is below the columns, on a phone far outside the screen.
  useEffect(() => {
    if (check) result.current?.scrollIntoView({ block: 'start' });
  }, [check]);
  return (
    <Stack gap={24} maw={1040}>
      <section className={classes.step} aria-labelledby="import-file">
        <Group justify="space-between" gap={8}>
          <h2 id="import-file">1. File</h2>
          {aside?.(running?.what === 'import')}
        </Group>
        <FileStep chosen={chosen} busy={busy} onChoose={(file) => void act.choose(file)} />
        {running?.what === 'read' && <RunningNote running={running} />}
        {refusedAt('file')}
      </section>
      {chosen && plan && (
        <section className={classes.step} aria-labelledby="import-columns">
          <h2 id="import-columns">2. Columns</h2>
          <ColumnsStep chosen={chosen} plan={plan} busy={busy} onChange={act.change} />
          {running?.what === 'check' && <RunningNote running={running} />}
          {refusedAt('columns')}
          <div className={classes.actions}>
            <Button
              size="sm"
              variant={check ? 'default' : 'filled'}
              aria-disabled={busy || undefined}
              onClick={act.checkNow}
            >
              Check the file
            </Button>
          </div>
        </section>
      )}
      {plan && check && (
        <section ref={result} className={classes.step} aria-labelledby="import-check">
          <h2 id="import-check">3. Check and import</h2>
          <OutcomeTable
            check={check}
            target={plan.target}
            leftOut={plan.leftOut ?? []}
            busy={busy}
            onLeaveOut={act.leaveOut}
          />
          <CheckStep
            check={check}
            target={plan.target}
            busy={busy}
            onImport={() => act.start()}
            running={running?.what === 'import' ? <RunningNote running={running} /> : null}
          />
          {refusedAt('import')}
        </section>
      )}
    </Stack>
  );
};
