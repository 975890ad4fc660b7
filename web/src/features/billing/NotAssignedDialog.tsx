import type { Group } from '@homecare/domain/billing/contract.ts';
import { showHours } from '@homecare/domain/billing/counting.ts';
import type { NotAssigned } from '@homecare/domain/billing/schema.ts';
import { hundredthsOf, showDate } from '@homecare/domain/calendar.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { sum } from '@homecare/domain/sum.ts';
import { Button } from '@mantine/core';
import { IconReceiptOff, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { failureOf } from '../../platform/query.ts';
import { useCapabilities } from '../../platform/site.ts';
import { toast } from '../../platform/toasts.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx';
import { smallIcon } from '../../ui/icons.ts';
import { Note } from '../../ui/Note.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useNotAssigned, WRITE_TO_NOT_ASSIGNED } from './api.ts';

const hours = (minutes: number) => showHours(hundredthsOf(minutes));

const columnsWith = (hasScans: boolean): readonly Column<NotAssigned>[] => [
  { key: 'client', title: 'Client', min: 150, cell: ({ Client }) => Client },
  { key: 'provider', title: 'Provider', width: 150, cell: ({ Provider }) => Provider },
  { key: 'type', title: 'Type', width: 80, cell: ({ Type }) => Type },
  { key: 'hours', title: 'Planned', width: 80, align: 'right', cell: (row) => hours(row.plannedMinutes) },
  { key: 'worked', title: 'Worked', width: 80, align: 'right', cell: (row) => hours(row.workedMinutes) },
  { key: 'toCome', title: 'To come', width: 80, align: 'right', cell: (row) => hours(row.toComeMinutes) },
  {
    key: 'days',
    title: 'Days',
    width: 110,
    cell: ({ firstDay, lastDay }) => `${showDate(firstDay).slice(0, 5)} – ${showDate(lastDay).slice(0, 5)}`,
  },
  ...(hasScans
    ? [
        {
          key: 'scans',
          title: 'Scans',
          width: 96,
          cell: ({ scans }: NotAssigned) => scans?.join(', ') ?? '–',
        },
      ]
    : []),
];

interface NotAssignedDialogProps {
  readonly month: string;
  readonly group: Group;
  readonly onClose: () => void;
}

/** Non existing billing: plans of the month without a record, and the message to their providers. */
export const NotAssignedDialog = ({ month, group, onClose }: NotAssignedDialogProps) => {
  const query = useNotAssigned(month, group);
  const capabilities = useCapabilities();
  const [asking, setAsking] = useState(false);
  const [skipped, setSkipped] = useState<readonly { readonly name: string; readonly reason: string }[]>([]);
  const rows = query.data;
  const providers = new Set(rows?.map(({ ProviderID }) => ProviderID)).size;
  const estimated = sum(rows?.map((row) => row.estimated ?? 0) ?? []);
  // The sum of the lines as shown, as the report adds them.
  const planned = sum(rows?.map((row) => hundredthsOf(row.plannedMinutes)) ?? []);
  const isOff = capabilities && !capabilities.smsEnabled && !capabilities.emailEnabled;
  const write = useAction({
    ...WRITE_TO_NOT_ASSIGNED,
    onDone: ({ data, info }) => {
      toast.success(info ?? 'Success: Messages added to queue.');
      setSkipped(data.skipped);
    },
    onEnd: () => setAsking(false),
  });
  return (
    <>
      <Dialog
        opened
        wide
        title={`Non existing billing of ${month}`}
        forced={asking}
        onClose={onClose}
        actions={
          <>
            <Button size="sm" onClick={onClose}>
              Close
            </Button>
            <ReasonButton
              size="sm"
              variant="filled"
              leftSection={<IconSend {...smallIcon} />}
              reason={
                isOff
                  ? 'Text messages and e-mail are switched off'
                  : providers === 0
                    ? 'Everyone has been contacted'
                    : undefined
              }
              onClick={() => setAsking(true)}
            >
              Send message…
            </ReasonButton>
          </>
        }
      >
        <p>
          Care plans with a planned day in {month} and no billing record
          {rows &&
            rows.length > 0 &&
            `: ${showHours(planned)} planned hours, about ${showMoney(estimated)} for what was worked and is to come`}
          .
        </p>
        <p className="ink2">
          Worked: days up to today with a Complete visit; where no visits are needed, each planned day. Missed
          days are not estimated.
        </p>
        {skipped.length > 0 && (
          <Note tone="warn" live>
            Not contacted: {skipped.map(({ name, reason }) => `${name} ${reason}`).join('; ')}.
          </Note>
        )}
        <DataTable
          label={`Non existing billing of ${month}`}
          columns={columnsWith((capabilities?.version ?? 0) >= 2)}
          rows={rows}
          rowKey={({ planId }) => planId}
          rowName={({ Client, Provider }) => `${Client}, ${Provider}`}
          pageSize={10}
          noun="care plans"
          listItem={({ Client, Provider, plannedMinutes }) => ({
            title: Client,
            kind: Provider,
            line: `${hours(plannedMinutes)} planned hours`,
          })}
          loadingText="Loading care plans…"
          failure={failureOf(query, 'The care plans could not be loaded')}
          empty={
            <EmptyState
              icon={IconReceiptOff}
              title="Everything is billed"
              text={`Every care plan of ${month} has its record.`}
            />
          }
        />
      </Dialog>
      <ConfirmDialog
        opened={asking}
        title={`Write to ${providers} ${providers === 1 ? 'provider' : 'providers'}?`}
        confirmLabel="Send"
        busy={write.pending}
        onConfirm={() => void write.run({ from: month, to: month, private: group })}
        onCancel={() => setAsking(false)}
      >
        <p>
          Each gets the template Missing timesheet once, as a text or by e-mail. People contacted about{' '}
          {month} in the last 24 hours are skipped.
        </p>
      </ConfirmDialog>
    </>
  );
};
