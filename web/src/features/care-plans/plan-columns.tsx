import { showDate } from '@homecare/domain/calendar.ts';
import { planColour, planReasons } from '@homecare/domain/care-plans/list.ts';
import type { PlanListRow } from '@homecare/domain/care-plans/schema.ts';
import {
  sayTimes,
  sayWeekdays,
  sayWeekHours,
  sayWholeWeek,
  VARIES,
} from '@homecare/domain/care-plans/week-line.ts';
import { showTime } from '@homecare/domain/visits/rules.ts';
import { PersonLink } from '../../platform/PersonLink.tsx';
import { CellLines } from '../../ui/CellLines.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import type { Tone } from '../../ui/tones.ts';
import type { StakeOfPlan } from '../authorizations/use-stakes-of-plans.ts';
import classes from './CarePlanList.module.css';
import { Marker } from './Marker.tsx';

/** Shortens a remark of more than 10 characters to its first word (docs/rules/care-plans.md, rule 46). */
export const shortRemark = (remarks: string | null) => {
  const text = remarks?.trim() ?? '';
  if (text.length <= 10) return text;
  const [first = '', ...rest] = text.split(/\s+/);
  return rest.length > 0 ? `${first}…` : first;
};

const stampDate = (at: Temporal.Instant, zone: string) =>
  showDate(at.toZonedDateTimeISO(zone).toPlainDate().toString());

/** What cells need besides the row. */
export interface PlanCells {
  readonly nameOfType: (code: string) => string;
  readonly zone: string;
  readonly today: Temporal.PlainDate;
  readonly clientFirst: boolean;
  /** The list shows archived or deleted plans, so end dates are below the start dates. */
  readonly showsEnded: boolean;
  /** What the authorization for client and type says. */
  readonly stakeOf: (plan: PlanListRow) => StakeOfPlan | undefined;
  /** Number of compared plans under a plan, and whether they are shown. */
  readonly group: (plan: PlanListRow) => { readonly count: number; readonly open: boolean };
  readonly onTurn: (plan: PlanListRow) => void;
}

const REASON_TONES: Record<NonNullable<ReturnType<typeof planColour>>, Tone | undefined> = {
  archived: undefined,
  deleted: 'danger',
  warning: 'warn',
};

/** The tone of a row: gray for archived and deleted plans, amber from 11 months on. */
export const planTone = (plan: PlanListRow, today: Temporal.PlainDate): Tone | undefined => {
  const colour = planColour(plan, today);
  return colour && (colour === 'warning' ? 'warn' : 'mute');
};

const TypeCell = ({ plan, cells }: { readonly plan: PlanListRow; readonly cells: PlanCells }) => {
  const reasons = planReasons(plan, cells.today);
  const colour = planColour(plan, cells.today);
  const stake = cells.stakeOf(plan);
  const tone = colour
    ? REASON_TONES[colour]
    : reasons.length === 0 && stake
      ? stake.tone
      : plan.isTemporary
        ? 'info'
        : undefined;
  const stakeWords = stake && (
    <button
      type="button"
      className={`${classes.varies} ${classes.stake}`}
      data-tip={stake.whole}
      aria-label={stake.whole}
    >
      {stake.short}
    </button>
  );
  const sub =
    reasons.length > 0 ? (
      <>
        {reasons.join(' · ')}
        {stakeWords}
      </>
    ) : (
      stakeWords
    );
  return <CellLines main={cells.nameOfType(plan.Type)} wraps {...(sub && { sub, subTone: tone })} />;
};

/** The weekdays and their common times. If times vary, hover and focus show the whole week. */
const WeekCell = ({ week }: Pick<PlanListRow, 'week'>) => {
  const times = sayTimes(week);
  if (times === '') return <span className="ink2">No times</span>;
  const whole = sayWholeWeek(week);
  const sub =
    times === VARIES ? (
      <button type="button" className={classes.varies} data-tip={whole} aria-label={`varies: ${whole}`}>
        {VARIES}
      </button>
    ) : (
      times
    );
  return <CellLines wraps main={sayWeekdays(week)} sub={sub} />;
};

const RemarkCell = ({ remarks }: { readonly remarks: string | null }) => {
  const full = remarks?.trim() ?? '';
  const short = shortRemark(remarks);
  if (short === full) return <CellLines wraps main={short} />;
  const opened = (
    <button type="button" className={classes.remark} data-tip={full} aria-label={`Remarks: ${full}`}>
      {short}
    </button>
  );
  return <CellLines wraps main={opened} />;
};

const StartCell = ({ plan, cells }: { readonly plan: PlanListRow; readonly cells: PlanCells }) => (
  <CellLines
    wraps
    main={
      <span data-strong={planColour(plan, cells.today) === 'warning' || undefined} className={classes.start}>
        {showDate(plan.StartDate)}
      </span>
    }
    {...(cells.showsEnded && plan.EndDate && { sub: `ends ${showDate(plan.EndDate)}` })}
  />
);

const people = (clientFirst: boolean): readonly Column<PlanListRow>[] => {
  const provider: Column<PlanListRow> = {
    key: 'provider',
    title: 'Provider',
    sorts: true,
    cell: (plan) => (
      <CellLines
        wraps
        strong={!clientFirst && plan.comparedTo === null}
        main={<PersonLink id={plan.ProviderID} name={plan.Provider} />}
      />
    ),
  };
  const client: Column<PlanListRow> = {
    key: 'client',
    title: 'Client',
    sorts: true,
    cell: (plan) => (
      <CellLines
        wraps
        strong={clientFirst && plan.comparedTo === null}
        main={<PersonLink id={plan.ClientID} name={plan.Client} />}
      />
    ),
  };
  const [first, second] = clientFirst ? [client, provider] : [provider, client];
  return [
    { ...first, width: 120 },
    { ...second, min: 106 },
  ];
};

/** Titles of the columns, for choosing among them. */
export const planTitles = (clientFirst: boolean, showsEnded: boolean) =>
  planColumns({
    nameOfType: (code) => code,
    zone: 'UTC',
    today: Temporal.PlainDate.from('2000-01-01'),
    clientFirst,
    showsEnded,
    stakeOf: () => undefined,
    group: () => ({ count: 0, open: false }),
    onTurn: () => undefined,
  }).map(({ key, title }) => ({ key, title }));

/** The columns, exactly as specified (docs/rules/care-plans.md, rule 46). */
export const planColumns = (cells: PlanCells): readonly Column<PlanListRow>[] => [
  {
    key: 'marker',
    title: 'Compared',
    head: <span className={classes.hidden}>Compared</span>,
    width: 44,
    cell: (plan) => (
      <Marker
        plan={plan}
        {...cells.group(plan)}
        warns={planColour(plan, cells.today) === 'warning'}
        onTurn={() => cells.onTurn(plan)}
      />
    ),
  },
  { key: 'id', title: 'ID', width: 54, align: 'right', sorts: true, cell: (plan) => plan.id },
  ...people(cells.clientFirst),
  {
    key: 'type',
    title: 'Type',
    width: 140,
    sorts: true,
    cell: (plan) => <TypeCell plan={plan} cells={cells} />,
  },
  { key: 'week', title: 'Week', width: 102, cell: ({ week }) => <WeekCell week={week} /> },
  {
    key: 'hours',
    title: 'Hours',
    width: 60,
    align: 'right',
    sorts: true,
    cell: ({ week }) => sayWeekHours(week),
  },
  {
    key: 'start',
    title: cells.showsEnded ? 'StartDate, EndDate' : 'StartDate',
    ...(cells.showsEnded && { head: <span className={classes.lines}>StartDate, EndDate</span> }),
    width: cells.showsEnded ? 106 : 92,
    sorts: true,
    cell: (plan) => <StartCell plan={plan} cells={cells} />,
  },
  {
    key: 'modify',
    title: 'Last Modify',
    width: 102,
    sorts: true,
    cell: ({ modifiedAt, ModifiedBy }) => {
      const at = Temporal.Instant.from(modifiedAt);
      return (
        <CellLines wraps main={stampDate(at, cells.zone)} sub={`${showTime(at, cells.zone)} ${ModifiedBy}`} />
      );
    },
  },
  {
    key: 'remarks',
    title: 'Remarks',
    width: 88,
    cell: (plan) => <RemarkCell remarks={plan.Remarks} />,
  },
];
