import { halfOf, showHours } from '@homecare/domain/billing/counting.ts';
import { TO_COME } from '@homecare/domain/billing/opening.ts';
import { type HalfTotals, halfState, halfStateText } from '@homecare/domain/billing/rules.ts';
import type { CardScan } from '@homecare/domain/billing/schema.ts';
import { weekdayOf } from '@homecare/domain/calendar.ts';
import type { Proof } from '@homecare/domain/claims/proof.ts';
import type { ProofResult } from '@homecare/domain/claims/schema.ts';
import { halfName } from '@homecare/domain/timesheets/rules.ts';
import { IconAlertTriangle, IconCheck, IconScan, IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { type FocusEvent, type KeyboardEvent, memo } from 'react';
import { useStable } from '../../platform/use-stable.ts';
import { smallIcon } from '../../ui/icons.ts';
import { keyName } from '../../ui/row-keys.ts';
import { useProofWords } from '../claims/use-proof-words.ts';
import { STORY_KEY } from '../visit-story/open-story.ts';
import classes from './CardGrid.module.css';
import { CELLS, type Cell, type CheckCell, type Row, type TextCell } from './card-draft.ts';
import { proofText } from './card-proof.ts';
import { checkCell, copyDown, type Step, settleCell, typeCell } from './card-state.ts';
import { nextCell } from './grid-keys.ts';

interface CardGridProps {
  /** Accessible name of the card. */
  readonly name: string;
  readonly rows: readonly Row[];
  readonly gaps: ReadonlyMap<string, string>;
  readonly proofs: readonly Proof[];
  readonly wrong: ReadonlySet<string>;
  readonly period: { readonly startPeriod: string; readonly endPeriod: string };
  readonly today: string;
  readonly halves: readonly [HalfTotals, HalfTotals];
  readonly scans: readonly CardScan[];
  readonly onScans: () => void;
  /** Opens the story of a day's visit. */
  readonly onStory: (date: string) => void;
  /** Undefined if the card is read-only. */
  readonly apply: ((step: Step) => void) | undefined;
}

const NAMES: Record<Cell, string> = {
  start: 'Start',
  end: 'End',
  travel: 'Travel',
  billing: 'Billing',
  payroll: 'Payroll',
};
const HINTS: Record<TextCell, string> = {
  start: 'A time, like 0830 or 8:30 pm',
  end: 'A time, like 0830 or 8:30 pm',
  travel: 'Minutes, 0 to 1440',
};

const COLUMNS = [
  { title: 'Date', width: classes.dateColumn, align: undefined },
  { title: 'Day', width: undefined, align: undefined },
  { title: NAMES.start, width: classes.timeColumn, align: 'right' },
  { title: NAMES.end, width: classes.timeColumn, align: 'right' },
  { title: NAMES.travel, width: classes.travelColumn, align: 'right' },
  { title: NAMES.billing, width: classes.boxColumn, align: 'center' },
  { title: NAMES.payroll, width: classes.boxColumn, align: 'center' },
] as const;

const onFocus = ({ currentTarget }: FocusEvent<HTMLInputElement>) => currentTarget.select();
const isCell = (name: string | undefined): name is Cell => CELLS.some((cell) => cell === name);

interface LineProps {
  readonly row: Row;
  readonly gap: string | undefined;
  readonly result: ProofResult | undefined;
  /** In words. */
  readonly proof: string | undefined;
  /** Names of unreadable cells, joined to one string. */
  readonly wrong: string;
  readonly outside: boolean;
  /** The day is in the future, so its boxes cannot be checked. */
  readonly toCome: boolean;
  readonly onStory: CardGridProps['onStory'];
  readonly apply: CardGridProps['apply'];
}

const Mark = ({ on, name }: { readonly on: boolean; readonly name: string }) =>
  on ? (
    <IconCheck size={16} stroke={2} role="img" aria-label={name} className={classes.mark ?? ''} />
  ) : (
    <span className="visually-hidden">not {name.toLowerCase()}</span>
  );

/** One day. Memoized, so that it renders only if something in it changed. */
const Line = memo(
  ({ row, gap, result: verdict, proof, wrong, outside, toCome, onStory, apply }: LineProps) => {
    const { date } = row;
    const weekday = weekdayOf(Temporal.PlainDate.from(date));
    const of = `${weekday} ${date.slice(5)}`;
    const text = (cell: TextCell) => {
      if (!apply) return row[cell];
      const isWrong = wrong.includes(cell);
      return (
        <input
          className={classes.input}
          data-cell={cell}
          aria-label={`${NAMES[cell]}, ${of}`}
          aria-invalid={isWrong || undefined}
          data-tip={isWrong ? HINTS[cell] : undefined}
          inputMode="numeric"
          autoComplete="off"
          value={row[cell]}
          onChange={(event) => apply(typeCell(date, cell, event.currentTarget.value))}
          onBlur={() => apply(settleCell(date, cell))}
          onFocus={onFocus}
        />
      );
    };
    const check = (cell: CheckCell) =>
      apply ? (
        // A tap anywhere in the cell counts.
        <label className={classes.tap} data-tip={toCome ? TO_COME : undefined}>
          <input
            type="checkbox"
            className={classes.check}
            data-cell={cell}
            aria-label={`${NAMES[cell]}, ${of}`}
            aria-disabled={toCome || undefined}
            aria-description={toCome ? TO_COME : undefined}
            checked={row[cell]}
            onChange={(event) => apply(checkCell(date, cell, event.currentTarget.checked))}
          />
        </label>
      ) : (
        row.start !== '' && <Mark on={row[cell]} name={NAMES[cell]} />
      );
    return (
      <tr data-date={date} data-off={(!row.billing && !row.payroll) || outside || undefined}>
        <th scope="row">
          <button
            type="button"
            className={classes.date}
            tabIndex={-1}
            aria-label={`Visit story, ${of}`}
            onClick={() => onStory(date)}
          >
            {date.slice(5)}
          </button>
        </th>
        <td className={classes.day}>
          {weekday}
          {gap && (
            <span className={classes.gap} data-tone="warn" data-tip={gap}>
              <IconAlertTriangle size={14} stroke={1.9} role="img" aria-label={gap} />
            </span>
          )}
          {proof && verdict !== undefined && verdict !== 'exempt' && (
            <span className={classes.gap} data-tone={verdict === 'deny' ? 'danger' : 'ok'} data-tip={proof}>
              {verdict === 'deny' ? (
                <IconShieldX size={14} stroke={1.9} role="img" aria-label={proof} />
              ) : (
                <IconShieldCheck size={14} stroke={1.9} role="img" aria-label={proof} />
              )}
            </span>
          )}
          {outside && <span className="visually-hidden"> outside the period</span>}
        </td>
        <td className={classes.time}>{text('start')}</td>
        <td className={classes.time}>{text('end')}</td>
        <td className={classes.travel}>{text('travel')}</td>
        <td className={classes.box}>{check('billing')}</td>
        <td className={classes.box}>{check('payroll')}</td>
      </tr>
    );
  },
);

const SCAN_TONES = {
  fine: 'ok',
  errors: 'warn',
  noScan: 'danger',
  someSheets: 'danger',
  noSignature: 'danger',
} as const;

interface HalfProps extends Omit<CardGridProps, 'halves' | 'name'> {
  readonly label: string;
  readonly half: 0 | 1;
  readonly totals: HalfTotals;
}

const Half = ({
  label,
  half,
  rows,
  gaps,
  proofs,
  wrong,
  period,
  today,
  totals,
  scans,
  onScans,
  onStory,
  apply,
}: HalfProps) => {
  const words = useProofWords();
  const scan = scans.find((one) => one.period === half);
  const wrongOf = (date: string) =>
    [...wrong]
      .filter((key) => key.startsWith(date))
      .map((key) => key.slice(11))
      .join(' ');
  return (
    <div className={classes.half}>
      <table className={classes.grid} aria-label={label}>
        <colgroup>
          {COLUMNS.map(({ title, width }) => (
            <col key={title} className={width} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {COLUMNS.map(({ title, align }) => (
              <th key={title} scope="col" data-align={align}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const proof = proofs.find(({ day }) => day === row.date);
            return (
              <Line
                key={row.date}
                row={row}
                gap={row.billing && row.payroll ? undefined : gaps.get(row.date)}
                result={proof?.verdict}
                proof={proof && proofText(proof, words)}
                wrong={wrongOf(row.date)}
                toCome={row.date > today}
                outside={row.date < period.startPeriod || row.date > period.endPeriod}
                onStory={onStory}
                apply={apply}
              />
            );
          })}
          {rows.length === 0 && (
            <tr>
              <td colSpan={COLUMNS.length} className={classes.none}>
                No days
              </td>
            </tr>
          )}
        </tbody>
      </table>
      <div className={classes.foot}>
        <span className={classes.halfName}>{halfName(half)}</span>
        {scan && (
          <button
            type="button"
            className={classes.scan}
            data-tone={SCAN_TONES[halfState(scan)]}
            onClick={onScans}
          >
            <IconScan {...smallIcon} />
            {halfStateText(scan)}
            <span className="visually-hidden">, {halfName(half)}: open TS Scans</span>
          </button>
        )}
        <span className={classes.sums}>
          <span>
            Billed: work <b>{showHours(totals.billed.work)}</b>
          </span>
          <span>
            travel <b>{showHours(totals.billed.travel)}</b>
          </span>
        </span>
      </div>
    </div>
  );
};

/** The days of a card, its halves side by side. Arrow keys, Enter and Tab move on, and Ctrl D copies down. */
export const CardGrid = ({ name, rows, halves, ...rest }: CardGridProps) => {
  const { apply } = rest;
  const onKeyDown = useStable((event: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget } = event;
    if (keyName(event) === STORY_KEY) {
      const day = target instanceof HTMLElement ? target.closest('tr')?.dataset.date : undefined;
      if (day === undefined) return;
      event.preventDefault();
      rest.onStory(day);
      return;
    }
    if (!(target instanceof HTMLInputElement) || !apply) return;
    const cell = target.dataset.cell;
    const date = target.closest('tr')?.dataset.date;
    if (!isCell(cell) || date === undefined) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'd') {
      event.preventDefault();
      apply(copyDown(date, cell, event.shiftKey));
      return;
    }
    const next = nextCell(event, target, currentTarget);
    if (!next && event.key !== 'Enter') return;
    event.preventDefault();
    next?.focus();
  });
  const of = (half: 0 | 1) => rows.filter(({ date }) => halfOf(date) === half);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys are those of the cells inside
    <div className={classes.halves} onKeyDown={onKeyDown}>
      <Half {...rest} label={`${name}, 1st half`} half={0} rows={of(0)} totals={halves[0]} />
      <Half {...rest} label={`${name}, 2nd half`} half={1} rows={of(1)} totals={halves[1]} />
    </div>
  );
};
