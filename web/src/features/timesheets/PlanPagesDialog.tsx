import { showStamp } from '@homecare/domain/calendar.ts';
import { deletePage } from '@homecare/domain/timesheets/contract.ts';
import { PART_NAMES, partOf } from '@homecare/domain/timesheets/scans.ts';
import type { FiledPage, PlanScanError } from '@homecare/domain/timesheets/schema.ts';
import { Box, Button } from '@mantine/core';
import { useState } from 'react';
import { may } from '../../platform/role-copy.ts';
import { useSession } from '../../platform/session.ts';
import { useZone } from '../../platform/use-today.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Note } from '../../ui/Note.tsx';
import { AssignForm } from './AssignForm.tsx';
import { DeletePageDialog } from './DeletePageDialog.tsx';
import { PageView } from './PageView.tsx';
import classes from './PlanPagesDialog.module.css';
import { ScanErrorDialog } from './ScanErrorDialog.tsx';

/** 5 Incorrect Timesheet */
const INCORRECT = [5] as const;

export const placeName = ({ date, period }: Pick<FiledPage, 'date' | 'period'>) =>
  `${date}, ${PART_NAMES[partOf(period)]}`;

const sheetName = ({ sheet, kind }: FiledPage) => (sheet === null || kind === 'M' ? '' : `, sheet ${sheet}`);

interface PlanPagesDialogProps {
  readonly planId: number;
  /** In the order in which they are looked at. */
  readonly pages: readonly FiledPage[];
  readonly errors: readonly PlanScanError[];
  readonly firstId: number;
  readonly mayChange: boolean;
  readonly onClose: () => void;
}

/** The scanned pages of a plan, one after the other; a page can be sent elsewhere, and what is wrong with it written down. */
export const PlanPagesDialog = (props: PlanPagesDialogProps) => {
  const { planId, pages, errors, firstId, mayChange, onClose } = props;
  const role = useSession()?.role;
  const zone = useZone();
  const [shown, setShown] = useState(firstId);
  // With its page: the list may change under it.
  const [step, setStep] = useState<{
    readonly what: 'move' | 'delete' | 'error';
    readonly page: FiledPage;
  }>();
  const at = Math.max(
    0,
    pages.findIndex(({ id }) => id === shown),
  );
  const page = pages[at];
  if (!page) return null;
  const move = (by: -1 | 1) => {
    const next = pages[(at + by + pages.length) % pages.length];
    if (next) setShown(next.id);
  };
  const goOn = () => {
    setStep(undefined);
    const next = pages[at + 1] ?? pages[at - 1];
    if (next) setShown(next.id);
    else onClose();
  };
  const { period } = page;
  const errorOf = ({ date, period: half }: FiledPage) =>
    errors.find((one) => one.date === date && one.period === half);
  return (
    <>
      <Dialog
        opened
        wide
        title={`Scanned pages of care plan ${planId}`}
        forced={step !== undefined}
        onClose={onClose}
        actions={
          <>
            {mayChange && may(role, deletePage) && (
              <Button size="sm" color="red" onClick={() => setStep({ what: 'delete', page })}>
                Delete…
              </Button>
            )}
            {mayChange && (
              <Button size="sm" onClick={() => setStep({ what: 'move', page })}>
                Assign elsewhere…
              </Button>
            )}
            {mayChange && period !== null && (
              <Button size="sm" onClick={() => setStep({ what: 'error', page })}>
                {errorOf(page) ? 'Edit TS Error' : 'Add TS Error'}
              </Button>
            )}
            <Button size="sm" variant="filled" onClick={onClose}>
              Close
            </Button>
          </>
        }
      >
        <div className={classes.pages}>
          <Box component="p" fz={13.5}>
            <strong>{placeName(page)}</strong>
            {sheetName(page)} · {page.filedBy ? `assigned by ${page.filedBy}` : 'found by its code'}{' '}
            {showStamp(page.filed, zone)}
          </Box>
          {page.outdated && (
            <Note tone="warn">
              Printed from version {page.version} of the plan, which had been changed before {page.date}{' '}
              began. Is it 5 Incorrect Timesheet?
            </Note>
          )}
          <PageView
            page={page}
            position={`${at + 1} of ${pages.length}`}
            next={pages[at + 1]?.id}
            onMove={pages.length > 1 ? move : undefined}
          />
        </div>
      </Dialog>
      {step?.what === 'move' && (
        <MoveDialog page={step.page} onDone={goOn} onClose={() => setStep(undefined)} />
      )}
      {step?.what === 'delete' && (
        <DeletePageDialog page={step.page} onDone={goOn} onClose={() => setStep(undefined)} />
      )}
      {step?.what === 'error' && (
        <ScanErrorDialog
          planId={planId}
          scans={errors}
          scan={errorOf(step.page)}
          start={{
            date: step.page.date,
            period: step.page.period === 0 ? 0 : 1,
            codes: step.page.outdated ? INCORRECT : [],
          }}
          onClose={() => setStep(undefined)}
        />
      )}
    </>
  );
};

const MoveDialog = ({
  page,
  onDone,
  onClose,
}: {
  readonly page: FiledPage;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) => {
  const place = { date: page.date, part: partOf(page.period) };
  return (
    <Dialog opened title="Assign the page elsewhere" onClose={onClose}>
      <AssignForm page={page} place={place} onDone={onDone}>
        <Button size="sm" onClick={onClose}>
          Cancel
        </Button>
      </AssignForm>
    </Dialog>
  );
};
