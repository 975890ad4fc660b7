import type { Group as PayingGroup } from '@homecare/domain/billing/contract.ts';
import { showHours } from '@homecare/domain/billing/counting.ts';
import type { NotAssigned } from '@homecare/domain/billing/schema.ts';
import { hundredthsOf, showDate } from '@homecare/domain/calendar.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { sum } from '@homecare/domain/sum.ts';
import { Button, Group } from '@mantine/core';
import { IconReceiptOff, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import type { ListColumn } from '../../platform/lists/list-columns.ts';
import { useLook } from '../../platform/lists/use-look.ts';
import { ViewMenu } from '../../platform/lists/ViewMenu.tsx';
import { failureOf } from '../../platform/query.ts';
import { useCapabilities } from '../../platform/site.ts';
import { toast } from '../../platform/toasts.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx';
import { smallIcon } from '../../ui/icons.ts';
import { Note } from '../../ui/Note.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useRowStory } from '../visit-story/use-row-story.tsx';
import { useNotAssigned, WRITE_TO_NOT_ASSIGNED } from './api.ts';

const hours = (minutes: number) => showHours(hundredthsOf(minutes));

/** A sortable column of hours. */
const hoursColumn = (
  key: string,
  title: string,
  value: (row: NotAssigned) => number,
): ListColumn<NotAssigned> => ({
  ...{ key, title, value },
  width: 80,
  align: 'right',
  cell: (row) => hours(value(row)),
});

const columnsWith = (hasScans: boolean): readonly ListColumn<NotAssigned>[] => [
  { key: 'client', title: 'Client', min: 150, value: ({ Client }) => Client, cell: ({ Client }) => Client },
  {
    key: 'provider',
    title: 'Provider',
    width: 150,
    value: ({ Provider }) => Provider,
    cell: ({ Provider }) => Provider,
  },
  { key: 'type', title: 'Type', width: 80, value: ({ Type }) => Type, cell: ({ Type }) => Type },
  hoursColumn('hours', 'Planned', ({ plannedMinutes }) => plannedMinutes),
  hoursColumn('worked', 'Worked', ({ workedMinutes }) => workedMinutes),
  hoursColumn('toCome', 'To come', ({ toComeMinutes }) => toComeMinutes),
  {
    key: 'days',
    title: 'Days',
    width: 110,
    value: ({ firstDay }) => firstDay,
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
  readonly group: PayingGroup;
  readonly onClose: () => void;
}

/** Non existing billing: plans of the month without a billing record, and a message to their providers. */
export const NotAssignedDialog = ({ month, group, onClose }: NotAssignedDialogProps) => {
  const query = useNotAssigned(month, group);
  const capabilities = useCapabilities();
  const [asking, setAsking] = useState(false);
  const [skipped, setSkipped] = useState<readonly { readonly name: string; readonly reason: string }[]>([]);
  const rows = query.data;
  const columns = columnsWith((capabilities?.version ?? 0) >= 2);
  const stories = useRowStory<NotAssigned>(({ planId, Client }) => ({
    counts: { of: 'plan', id: String(planId) },
    title: `care plan ${planId}, ${Client}`,
  }));
  const { table, menu } = useLook({ list: 'not-billed', columns, rows, pageSize: 10 });
  const providers = new Set(rows?.map(({ ProviderID }) => ProviderID)).size;
  const estimated = sum(rows?.map((row) => row.estimated ?? 0) ?? []);
  // Adds the hours as displayed, like the report does.
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
        <Group justify="flex-end" mb={10}>
          <ViewMenu {...menu} />
        </Group>
        <DataTable
          label={`Non existing billing of ${month}`}
          {...table}
          rowKey={({ planId }) => planId}
          rowName={({ Client, Provider }) => `${Client}, ${Provider}`}
          noun="care plans"
          keys={stories.keys}
          listItem={({ Client, Provider, plannedMinutes }) => ({
            title: Client,
            kind: Provider,
            line: `${hours(plannedMinutes)} planned hours`,
          })}
          loadingText="Loading care plans…"
          failure={failureOf(query, 'Couldn’t load the care plans')}
          empty={
            <EmptyState
              icon={IconReceiptOff}
              title="Everything is billed"
              text={`Every care plan of ${month} has its record.`}
            />
          }
        />
      </Dialog>
      {stories.window}
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
