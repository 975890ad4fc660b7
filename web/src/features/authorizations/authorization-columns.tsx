import { sayFinding } from '@homecare/domain/authorizations/findings.ts';
import type { AuthorizationRow } from '@homecare/domain/authorizations/schema.ts';
import { showDate } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { PersonLink } from '../../platform/PersonLink.tsx';
import { CellLines } from '../../ui/CellLines.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import classes from './Authorizations.module.css';
import { STAKES } from './stake.ts';
import { UnitsBar } from './UnitsBar.tsx';

export const daysOf = ({ from, through }: AuthorizationRow) =>
  from && through ? `${showDate(from)} – ${showDate(through)}` : 'none valid';

const units = (count: number | null) => (count === null ? '–' : count.toLocaleString('en-US'));

/** The problem of a line, and its size. */
export const whatOf = ({ findings: [first] }: AuthorizationRow, today: string) => {
  if (!first) return undefined;
  const [title, text] = sayFinding(first, today);
  return { title, text, tone: STAKES[first.kind].tone };
};

const What = ({ row, today }: { readonly row: AuthorizationRow; readonly today: string }) => {
  const what = whatOf(row, today);
  if (!what) return <>–</>;
  return (
    <CellLines
      wraps
      main={
        <span className={classes.what} data-tone={what.tone}>
          {what.title}
        </span>
      }
      sub={what.text}
    />
  );
};

/** Dollars, or units for users who see no money; undefined if nothing is at stake. */
export const stakeOf = ({ findings: [first] }: AuthorizationRow, seesMoney: boolean) =>
  first && (seesMoney && first.cents !== null ? showMoney(first.cents) : counted(first.units, 'unit'));

interface ClientCellProps {
  readonly row: AuthorizationRow;
  readonly onOpen: (row: AuthorizationRow) => void;
}

const ClientCell = ({ row, onOpen }: ClientCellProps) => (
  <CellLines
    strong
    main={<PersonLink id={row.clientId} name={row.client} />}
    sub={
      row.id === null ? (
        'no PAR'
      ) : (
        <button type="button" className={classes.open} onClick={() => onOpen(row)}>
          {`PAR ${row.number}`}
        </button>
      )
    }
  />
);

export const authorizationColumns = (
  today: string,
  seesMoney: boolean,
  onOpen: (row: AuthorizationRow) => void,
): Column<AuthorizationRow>[] => [
  {
    key: 'client',
    title: 'Client',
    min: 165,
    cell: (row) => <ClientCell row={row} onOpen={onOpen} />,
  },
  {
    key: 'type',
    title: 'Type, program, days',
    width: 188,
    cell: (row) => (
      <CellLines main={row.typeName} sub={[row.program, daysOf(row)].filter(Boolean).join(', ')} />
    ),
  },
  { key: 'bar', title: 'Worked and planned', width: 136, cell: (row) => <UnitsBar {...row} /> },
  {
    key: 'authorized',
    title: 'Authorized',
    width: 88,
    align: 'right',
    cell: (row) => units(row.authorized),
  },
  { key: 'left', title: 'Left', width: 62, align: 'right', cell: (row) => units(row.left) },
  { key: 'what', title: 'What happens', width: 240, cell: (row) => <What row={row} today={today} /> },
  {
    key: 'stake',
    title: 'At stake',
    width: 110,
    align: 'right',
    cell: (row) => stakeOf(row, seesMoney) ?? '–',
  },
];
