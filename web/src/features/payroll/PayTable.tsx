import { type Hours, showHours } from '@homecare/domain/billing/counting.ts';
import type { PayOfProvider } from '@homecare/domain/payroll/schema.ts';
import { Fragment, type KeyboardEvent } from 'react';
import classes from './PayTable.module.css';
import {
  type CategoryLine,
  dollars,
  type Figures,
  hours,
  MEASURES,
  money,
  NONE,
  type ProviderLine,
  remarksOf,
  totalOf,
  weeksOf,
} from './pay-rows.ts';

const HoursCells = ({ parts }: { readonly parts: Figures['hours'] }) =>
  parts.map(({ work, travel, total }: Hours, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a place is a pay period of the month.
    <Fragment key={n}>
      <td data-first>{showHours(work)}</td>
      <td>{showHours(travel)}</td>
      <td data-sum>{showHours(total)}</td>
    </Fragment>
  ));

const RateCell = ({ line }: { readonly line: CategoryLine }) => (
  <td data-tone={line.hasRate ? undefined : 'danger'}>
    <span className={classes.rate}>{line.rate}</span>
    {line.since && <span className={classes.sub}>{line.since}</span>}
  </td>
);

interface RowsProps {
  readonly line: ProviderLine;
  readonly onChoose: (id: number) => void;
  /** The key of a provider that leads to their visits. */
  readonly onStory: (pay: PayOfProvider) => (event: KeyboardEvent) => void;
}

const ProviderRows = ({ line, onChoose, onStory }: RowsProps) => {
  const { pay, categories } = line;
  const [only] = categories.length === 1 ? categories : [];
  const remarks = remarksOf(pay);
  return (
    <tbody>
      <tr className={classes.person}>
        <th scope="row" data-text>
          <button
            type="button"
            className={classes.name}
            onClick={() => onChoose(pay.ID)}
            onKeyDown={onStory(pay)}
            data-cut
          >
            {pay.Provider}
          </button>
          {remarks && <span className={classes.sub}>{remarks}</span>}
        </th>
        <td data-text>{only?.category ?? (categories.length > 1 ? 'All categories' : NONE)}</td>
        {only ? <RateCell line={only} /> : <td />}
        <HoursCells parts={line.hours} />
        <td data-first>{money(line.amount)}</td>
        <td data-first>
          {line.overtime === 0 ? NONE : hours(line.overtime)}
          {weeksOf(pay) && <span className={classes.sub}>{weeksOf(pay)}</span>}
        </td>
        <td>{line.premium === 0 ? NONE : money(line.premium)}</td>
        <td data-sum>{money(line.gross)}</td>
      </tr>
      {!only &&
        categories.map((category) => (
          <tr key={category.key} className={classes.category}>
            <td />
            <td data-text>{category.category}</td>
            <RateCell line={category} />
            <HoursCells parts={category.hours} />
            <td data-first>{money(category.amount)}</td>
            <td data-first />
            <td />
            <td />
          </tr>
        ))}
    </tbody>
  );
};

export interface PayProps {
  readonly month: string;
  /** Names of the columns of hours. */
  readonly parts: readonly string[];
  /** Of this page, and of all pages. */
  readonly shown: readonly ProviderLine[];
  readonly all: readonly ProviderLine[];
  readonly words: string;
  readonly onChoose: (id: number) => void;
  /** The key of a provider that leads to their visits. */
  readonly onStory: (pay: PayOfProvider) => (event: KeyboardEvent) => void;
}

/** Pay of a month: a provider's line, lines of its categories, and the totals of everybody at the foot. */
export const PayTable = ({ month, parts, shown, all, words, onChoose, onStory }: PayProps) => {
  const total = totalOf(all);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard.
    <section className={classes.region} aria-label={`Pay of ${month}, table`} tabIndex={0}>
      <table className={classes.table} aria-label={`Pay of ${month}`}>
        <thead>
          <tr className={classes.parts}>
            <th scope="col" rowSpan={2} data-text>
              Provider
            </th>
            <th scope="col" rowSpan={2} data-text>
              Category
            </th>
            <th scope="col" rowSpan={2}>
              Rate
            </th>
            {parts.map((part) => (
              <th key={part} scope="colgroup" colSpan={3} data-first data-part>
                {part}
              </th>
            ))}
            <th scope="col" rowSpan={2} data-first>
              Amount
            </th>
            <th scope="colgroup" colSpan={2} data-first data-part>
              Overtime
            </th>
            <th scope="col" rowSpan={2}>
              Gross
            </th>
          </tr>
          <tr className={classes.measures}>
            {parts.map((part) =>
              MEASURES.map((measure, n) => (
                <th key={`${part} ${measure}`} scope="col" data-first={n === 0 || undefined}>
                  {measure}
                </th>
              )),
            )}
            <th scope="col" data-first>
              Hours
            </th>
            <th scope="col">Premium</th>
          </tr>
        </thead>
        {shown.map((line) => (
          <ProviderRows key={line.pay.ID} line={line} onChoose={onChoose} onStory={onStory} />
        ))}
        <tfoot>
          <tr className={classes.foot}>
            <th scope="row" data-text>
              {words}
            </th>
            <td />
            <td />
            <HoursCells parts={total.hours} />
            <td data-first>{dollars(total.amount)}</td>
            <td data-first>{hours(total.overtime)}</td>
            <td>{dollars(total.premium)}</td>
            <td data-sum>{dollars(total.gross)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
};
