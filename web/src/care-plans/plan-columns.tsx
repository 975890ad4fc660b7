import { showDate } from '@homecare/domain/calendar.ts';
import type { CarePlan } from '@homecare/domain/care-plans/schema.ts';
import { showTime } from '@homecare/domain/visits/rules.ts';
import { CellLines } from '../ui/CellLines.tsx';
import type { Column } from '../ui/DataTable.tsx';

/** Only the first word of a remark that is longer than 10 characters (specification part 2, section 2.2). */
export const shortRemark = (remarks: string | null) => {
  const text = remarks?.trim() ?? '';
  if (text.length <= 10) return text;
  const [first = '', ...rest] = text.split(/\s+/);
  return rest.length > 0 ? `${first}…` : first;
};

const stampDate = (at: Temporal.Instant, zone: string) =>
  showDate(at.toZonedDateTimeISO(zone).toPlainDate().toString());

export const planColumns = (
  nameOfType: (code: string) => string,
  zone: string,
): readonly Column<CarePlan>[] => [
  { key: 'id', title: 'ID', width: 92, cell: (plan) => plan.id },
  {
    key: 'provider',
    title: 'Provider',
    width: 190,
    cell: (plan) => <CellLines strong main={plan.Provider} />,
  },
  { key: 'client', title: 'Client', cell: (plan) => plan.Client },
  {
    key: 'type',
    title: 'Type',
    width: 190,
    cell: (plan) => (
      <CellLines
        main={nameOfType(plan.Type)}
        {...(plan.excluded && { sub: `Excluded from ${showDate(plan.excluded)}` })}
      />
    ),
  },
  { key: 'start', title: 'StartDate', width: 104, cell: (plan) => showDate(plan.StartDate) },
  {
    key: 'modify',
    title: 'Last Modify',
    width: 112,
    cell: ({ Modify }) => {
      const at = Temporal.Instant.from(Modify);
      return <CellLines main={stampDate(at, zone)} sub={showTime(at, zone)} />;
    },
  },
  {
    key: 'remarks',
    title: 'Remarks',
    width: 130,
    cell: (plan) => {
      const short = shortRemark(plan.Remarks);
      return short === (plan.Remarks ?? '') ? short : <span data-tip={plan.Remarks ?? ''}>{short}</span>;
    },
  },
];
