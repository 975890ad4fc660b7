import { showHours } from '@homecare/domain/billing/counting.ts';
import { Text } from '@mantine/core';
import classes from './PayList.module.css';
import type { PayProps } from './PayTable.tsx';
import { dollars, type Figures, hours, MEASURES, remarksOf, totalOf } from './pay-rows.ts';

interface HalfProps {
  readonly names: readonly string[];
  readonly parts: Figures['hours'];
}

const HalfLines = ({ names, parts }: HalfProps) => (
  <table className={classes.halves}>
    <thead>
      <tr>
        <th scope="col">
          <span className="visually-hidden">Part</span>
        </th>
        {MEASURES.map((measure) => (
          <th key={measure} scope="col">
            {measure}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {parts.map(({ work, travel, total }, n) => (
        <tr key={names[n]}>
          <th scope="row">{names[n]}</th>
          <td>{showHours(work)}</td>
          <td>{showHours(travel)}</td>
          <td data-sum>{showHours(total)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const PayWords = ({ line }: { readonly line: Figures }) => (
  <dl className={classes.pay}>
    <div>
      <dt>Amount</dt>
      <dd>{dollars(line.amount)}</dd>
    </div>
    {line.premium !== 0 && line.premium !== null && (
      <div>
        <dt>Overtime {hours(line.overtime)} h</dt>
        <dd>{dollars(line.premium)}</dd>
      </div>
    )}
    <div>
      <dt>Gross</dt>
      <dd>{dollars(line.gross)}</dd>
    </div>
  </dl>
);

/** The same on a phone: totals first, then one card for each provider. */
export const PayList = ({ month, parts, shown, all, words, onChoose, onStory }: PayProps) => {
  const total = totalOf(all);
  return (
    <div className={classes.list}>
      <section className={classes.card} aria-label={`Pay of ${month}`} data-total>
        <h2 className={classes.cardName}>{words}</h2>
        <HalfLines names={parts} parts={total.hours} />
        <PayWords line={total} />
      </section>
      <ul className={classes.cards}>
        {shown.map((line) => (
          <li key={line.pay.ID} className={classes.card}>
            <button
              type="button"
              className={classes.cardName}
              onClick={() => onChoose(line.pay.ID)}
              onKeyDown={onStory(line.pay)}
            >
              {line.pay.Provider}
            </button>
            <Text span inherit fz={13} className="ink2">
              {remarksOf(line.pay)}
            </Text>
            {line.categories.map((category) => (
              <p key={category.key} className={classes.categoryLine}>
                <span>{category.category}</span>
                <span data-tone={category.hasRate ? undefined : 'danger'}>
                  {[category.rate, category.since].filter(Boolean).join(' ')}
                </span>
                <span>{showHours(category.total.total)} h</span>
              </p>
            ))}
            <HalfLines names={parts} parts={line.hours} />
            <PayWords line={line} />
          </li>
        ))}
      </ul>
    </div>
  );
};
