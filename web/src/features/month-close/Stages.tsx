import { showMoney } from '@homecare/domain/money.ts';
import { type Cause, factsOf, STAGE_TITLES, type Stage } from '@homecare/domain/month-close/causes.ts';
import type { MonthClose } from '@homecare/domain/month-close/schema.ts';
import type { Listed } from './api.ts';
import classes from './MonthClose.module.css';

type StageRow = MonthClose['stages'][number];

/** What a stage is worth less though every day came. */
const LESS: Partial<Record<Stage, string>> = {
  worked: 'shorter than planned',
  card: 'billed otherwise than worked',
  claimed: 'claimed otherwise than billed',
  paid: 'paid less than claimed',
};
const toneOf = (stage: Stage) => (stage === 'paid' ? 'ok' : 'info');
const number = (n: number) => n.toLocaleString('en-US');

interface LossProps {
  readonly cause: Cause;
  readonly count: number;
  readonly onList: (listed: Listed) => void;
}

const LossLine = ({ cause, count, onList }: LossProps) => {
  const { short, title, isBlocking } = factsOf(cause);
  return (
    <li>
      <button type="button" className={classes.loss} onClick={() => onList({ title, cause })}>
        <b data-open={!isBlocking}>−{number(count)}</b> {short}
      </button>
    </li>
  );
};

interface StageProps {
  readonly row: StageRow;
  readonly most: number;
  readonly onList: (listed: Listed) => void;
}

const StageColumn = ({ row, most, onList }: StageProps) => {
  const { stage, count, cents, losses, less } = row;
  const title = STAGE_TITLES[stage];
  return (
    <li className={classes.stage}>
      <h2 className={classes.name}>{title}</h2>
      <div className={classes.box} aria-hidden="true">
        <div
          className={classes.level}
          data-tone={toneOf(stage)}
          style={{ height: `${most === 0 ? 0 : Math.round((count / most) * 100)}%` }}
        />
      </div>
      <button
        type="button"
        className={classes.number}
        aria-label={`${title}: ${number(count)} ${count === 1 ? 'day' : 'days'}`}
        onClick={() => onList({ title, stage })}
      >
        {number(count)}
      </button>
      <p className={classes.dollars}>{showMoney(cents)}</p>
      {(losses.length > 0 || less !== 0) && (
        <ul className={classes.losses}>
          {losses.map((loss) => (
            <LossLine key={loss.cause} cause={loss.cause} count={loss.count} onList={onList} />
          ))}
          {less !== 0 && (
            <li>
              {showMoney(-less)} {LESS[stage] ?? 'worth less'}
            </li>
          )}
        </ul>
      )}
    </li>
  );
};

interface StagesProps {
  readonly stages: readonly StageRow[];
  readonly onList: (listed: Listed) => void;
}

/** From planned to paid: each number and each loss opens the days that it counts. */
export const Stages = ({ stages, onList }: StagesProps) => (
  <ul className={classes.stages} aria-label="Stages">
    {stages.map((row) => (
      <StageColumn key={row.stage} row={row} most={stages[0]?.count ?? 0} onList={onList} />
    ))}
  </ul>
);
