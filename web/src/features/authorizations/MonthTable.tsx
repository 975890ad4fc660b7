import { totalOfMonths } from '@homecare/domain/authorizations/burn-down.ts';
import type { AuthorizationDetail } from '@homecare/domain/authorizations/schema.ts';
import { sayMonth } from '@homecare/domain/plan-documents/rules.ts';
import classes from './Authorizations.module.css';
import { VisitNumber, type VisitNumbers } from './VisitNumber.tsx';

const COLUMNS = ['worked', 'claimed', 'paid', 'denied', 'planned', 'open'] as const;
const TITLES: Record<(typeof COLUMNS)[number], string> = {
  worked: 'Worked',
  claimed: 'Claimed',
  paid: 'Paid',
  denied: 'Denied',
  planned: 'Planned',
  open: 'Not paid yet',
};

interface UnitsProps {
  readonly column: (typeof COLUMNS)[number];
  readonly sums: ReturnType<typeof totalOfMonths>;
  /** Undefined for the sum of all months. */
  readonly month?: string;
  readonly numbers: VisitNumbers;
}

const Units = ({ column, sums, month, numbers }: UnitsProps) =>
  sums[column] !== 0 ? (
    <VisitNumber
      asked={{ part: column, ...(month && { month }) }}
      name={`${TITLES[column]} in ${month ? sayMonth(month) : 'all months'}`}
      units={sums[column]}
      numbers={numbers}
    />
  ) : (
    '–'
  );

interface MonthTableProps extends Pick<AuthorizationDetail, 'months'> {
  /** Opens the visits behind a number. */
  readonly numbers: VisitNumbers;
}

/** The months of an authorization, which add up to the tiles. */
export const MonthTable = ({ months, numbers }: MonthTableProps) => {
  const total = totalOfMonths(months);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard.
    <section className={classes.scroll} aria-label="Units by month" tabIndex={0}>
      <table className={classes.months}>
        <thead>
          <tr>
            <th scope="col">Month</th>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {TITLES[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map((month) => (
            <tr key={month.month}>
              <th scope="row">{sayMonth(month.month)}</th>
              {COLUMNS.map((column) => (
                <td
                  key={column}
                  className={column === 'denied' && month.denied > 0 ? classes.denied : undefined}
                >
                  <Units column={column} sums={month} month={month.month} numbers={numbers} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            {COLUMNS.map((column) => (
              <td key={column}>
                <Units column={column} sums={total} numbers={numbers} />
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
};
