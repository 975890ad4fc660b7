import type { MarginGroup } from '@homecare/domain/margin/schema.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { sayMonth } from '@homecare/domain/plan-documents/rules.ts';
import { NUMBER_WORDS } from '../margin/margin-words.ts';
import { ChartCard } from './ChartCard.tsx';

interface MarginCardProps {
  readonly groups: readonly MarginGroup[] | undefined;
  readonly month: string;
}

const NUMBERS = ['income', 'margin'] as const;

/** Income and margin month by month, as the page of the margin counts them. */
export const MarginCard = ({ groups, month }: MarginCardProps) => {
  const months = groups?.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const own = months?.find(({ key }) => key === month);
  const said = own
    ? `${sayMonth(month)}: ${showMoney(own.margin)} of ${showMoney(own.income)}`
    : `${sayMonth(month)}: no billing records`;
  return (
    <ChartCard
      title="Income and margin"
      said={months && said}
      chart={
        months &&
        (months.length === 0
          ? null
          : {
              title: 'Income and margin by month',
              kind: 'money',
              categories: months.map(({ key }) => key),
              series: NUMBERS.map((part) => ({
                name: NUMBER_WORDS[part],
                values: months.map((group) => group[part]),
              })),
            })
      }
      heads={['Month', ...NUMBERS.map((part) => NUMBER_WORDS[part])]}
      rows={(months ?? []).toReversed().map((group) => ({
        name: group.key,
        numbers: NUMBERS.map((part) => ({
          words: showMoney(group[part]),
          place: { to: '/margin', page: { from: group.key, to: group.key } },
        })),
      }))}
    />
  );
};
