import { sayStamp, showDate } from '@homecare/domain/calendar.ts';
import { NOTICE_MENUS } from '@homecare/domain/notices/menus.ts';
import { withoutDay } from '@homecare/domain/notices/words.ts';
import { type InboxRow, sayDue } from '@homecare/domain/today/inbox.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { PersonLink } from '../../platform/PersonLink.tsx';
import { CellLines } from '../../ui/CellLines.tsx';
import type { Column } from '../../ui/DataTable.tsx';

export const kindOf = ({ menu }: InboxRow) => NOTICE_MENUS[menu].title;

/** The day it is about, and how far away that is. */
export const dueOf = ({ day }: InboxRow, today: string) =>
  day === null ? undefined : { day: showDate(day), due: sayDue(day, today) };

/** Who looks after it, and until when it is put off. */
export const careOf = ({ assigned, snoozed }: InboxRow, zone: string) => ({
  who: assigned?.name,
  until: snoozed && `until ${sayStamp(snoozed.until, zone)}, by ${snoozed.by}`,
});

const Due = ({ row, today }: { readonly row: InboxRow; readonly today: string }) => {
  const due = dueOf(row, today);
  return due ? <CellLines main={due.day} sub={due.due} subTone={row.tone} /> : <>–</>;
};

const Care = ({ row, zone }: { readonly row: InboxRow; readonly zone: string }) => {
  const { who, until } = careOf(row, zone);
  return <CellLines main={who ?? '–'} sub={until} />;
};

/** Without the kind where all rows are of one. */
export const inboxColumns = (today: string, zone: string, withKind: boolean): readonly Column<InboxRow>[] => [
  {
    key: 'who',
    title: 'Who',
    width: 260,
    cell: (row) => (row.at === 'person' ? <PersonLink inGrid id={row.id} name={row.name} /> : row.name),
  },
  {
    key: 'what',
    title: 'What',
    min: 220,
    cell: (row) => (
      <CellLines
        main={
          <>
            {row.tone === 'danger' && <IconAlertTriangle size={14} stroke={1.8} aria-hidden />}
            {withoutDay(row)}
          </>
        }
      />
    ),
  },
  ...(withKind ? [{ key: 'kind', title: 'Kind', width: 160, cell: kindOf }] : []),
  { key: 'due', title: 'Due', width: 120, cell: (row) => <Due row={row} today={today} /> },
  { key: 'care', title: 'Assigned to', width: 200, cell: (row) => <Care row={row} zone={zone} /> },
];
