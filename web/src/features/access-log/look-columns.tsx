import { showStamp } from '@homecare/domain/calendar.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import type { Column } from '../../ui/DataTable.tsx';

interface Look {
  readonly at: string;
  readonly who: string;
  readonly login: string;
}

/** When something was looked at, and by whom. */
export const lookColumns = (zone: string): readonly Column<Look>[] => [
  { key: 'at', title: 'When', width: 190, cell: ({ at }) => showStamp(at, zone) },
  {
    key: 'who',
    title: 'Who',
    width: 220,
    cell: ({ who, login }) => <CellLines main={who} sub={login} strong />,
  },
];
