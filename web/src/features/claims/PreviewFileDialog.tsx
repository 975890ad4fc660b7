import { showDate } from '@homecare/domain/calendar.ts';
import type { CorrectionPreview } from '@homecare/domain/claims/schema.ts';
import { counted } from '@homecare/domain/counted.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { sayMonth } from '@homecare/domain/plan-documents/rules.ts';
import { IconFileOff } from '@tabler/icons-react';
import { failureOf } from '../../platform/query.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { ReadDialog } from '../../ui/Dialog.tsx';
import { Note } from '../../ui/Note.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useRowStory } from '../visit-story/use-row-story.tsx';
import { usePreviewedFiles } from './api.ts';
import { claimsStory } from './claim-story.ts';
import { Sentences } from './PayerFiles.tsx';

type Sent = CorrectionPreview['sent'][number] & Pick<CorrectionPreview, 'month'>;

const daysOf = ({ from, through }: Sent) =>
  from === through ? showDate(from) : `${showDate(from)} – ${showDate(through)}`;
const howOf = ({ replaces }: Sent) => (replaces === null ? 'New claim' : `Replaces ${replaces}`);

const COLUMNS: readonly Column<Sent>[] = [
  {
    key: 'client',
    title: 'Client',
    min: 160,
    cell: (one) => <CellLines strong main={one.client} sub={howOf(one)} />,
  },
  { key: 'days', title: 'Days', width: 190, cell: (one) => <CellLines main={daysOf(one)} sub={one.code} /> },
  {
    key: 'charge',
    title: 'Charge',
    width: 100,
    align: 'right',
    cell: ({ charge, units }) => <CellLines main={showMoney(charge)} sub={counted(units, 'unit')} />,
  },
];

const storyOf = ({ earlier, client }: Sent) => claimsStory(earlier, client);

const totalOf = ({ month, claims, lines, amount }: CorrectionPreview) =>
  `${sayMonth(month)}: ${counted(claims, 'claim')}, ${counted(lines, 'line')}, ${showMoney(amount)}`;

interface PreviewFileDialogProps {
  readonly ids: string[];
  readonly onClose: () => void;
}

/** The files that these claims would go in, one for each month, and who would be left out. Looking makes nothing. */
export const PreviewFileDialog = ({ ids, onClose }: PreviewFileDialogProps) => {
  const query = usePreviewedFiles(ids);
  const stories = useRowStory(storyOf);
  const rows = query.data?.flatMap(({ month, sent }) => sent.map((one) => ({ ...one, month })));
  const refused = query.data?.flatMap((file) => file.refused) ?? [];
  return (
    <ReadDialog title="Preview file" wide onClose={onClose}>
      {query.data?.map((file) => (
        <p key={file.month} className="ink2">
          {totalOf(file)}
        </p>
      ))}
      {refused.length > 0 && (
        <Note tone="warn">
          Left out until this is entered:
          <Sentences lines={refused.map(({ client, message }) => `${client}: ${message}`)} />
        </Note>
      )}
      <DataTable
        label="Claims in the file"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ clientId, replaces, month, from, code }) =>
          `${clientId} ${replaces} ${month} ${from} ${code}`
        }
        rowName={({ client }) => client}
        pageSize={8}
        keys={stories.keys}
        menu={stories.entries}
        actionsWidth={64}
        actionsTitle="More"
        noun={rows?.length === 1 ? 'claim' : 'claims'}
        listItem={(one) => ({
          title: one.client,
          kind: showMoney(one.charge),
          line: `${daysOf(one)}, ${howOf(one)}`,
        })}
        loadingText="Preparing the file…"
        failure={failureOf(query, 'Couldn’t load the file')}
        empty={
          <EmptyState
            icon={IconFileOff}
            title="Nothing would be sent"
            text="Data is missing for each client. Enter it first."
          />
        }
      />
      {stories.window}
    </ReadDialog>
  );
};
