import { weekdayOf } from '@homecare/domain/calendar.ts';
import { seesPayRates } from '@homecare/domain/permissions.ts';
import { MOST_LINES, type ProposalLine } from '@homecare/domain/staffing/contract.ts';
import { Select } from '@mantine/core';
import { IconCalendarCheck, IconLock } from '@tabler/icons-react';
import { PersonLink } from '../../platform/PersonLink.tsx';
import { useSession } from '../../platform/session.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState, type LoadFailure } from '../../ui/states.tsx';
import { type RowStory, useRowStory } from '../visit-story/use-row-story.tsx';
import classes from './Plan.module.css';
import { dayWords, extraWords, timeWords, whyWords } from './plan-words.ts';

const OPEN = 'open';

interface PickProps {
  readonly line: ProposalLine;
  readonly disabled: boolean;
  readonly onChoose: (line: ProposalLine, providerId: number | null) => void;
}

/** Who comes: the proposal's choice first, everybody else who can, best first, or nobody. */
const CaregiverPick = ({ line, disabled, onChoose }: PickProps) => {
  const { ProviderID, Provider, others, visit } = line;
  if (isOpen(line) && others.length === 0) return <span className={classes.nobody}>Nobody can come</span>;
  const known = others.map((one) => ({ value: String(one.ProviderID), label: one.Provider }));
  const scores = new Map(others.map((one) => [String(one.ProviderID), one.score]));
  const isListed = others.some((one) => one.ProviderID === ProviderID);
  const own = ProviderID !== null && !isListed ? [{ value: String(ProviderID), label: Provider ?? '' }] : [];
  return (
    <Select
      aria-label={`Caregiver for ${visit.Client}, ${dayWords(visit.date)}, ${timeWords(visit)}`}
      data={[...own, ...known, { value: OPEN, label: 'Stays open' }]}
      value={ProviderID === null ? OPEN : String(ProviderID)}
      allowDeselect={false}
      comboboxProps={{ width: 290, position: 'bottom-start' }}
      renderOption={({ option: { value, label } }) => (
        <span className={classes.option}>
          {label} <span className="ink2">{scores.has(value) && `score ${scores.get(value)}`}</span>
        </span>
      )}
      disabled={disabled}
      leftSection={line.isFixed ? <IconLock size={14} stroke={1.8} aria-label="Set by you" /> : undefined}
      onChange={(value) => onChoose(line, value === OPEN || value === null ? null : Number(value))}
    />
  );
};

const rowId = ({ visit }: ProposalLine) => `${visit.planId} ${visit.day}`;
const sayNotes = ({ notes }: ProposalLine) => notes.map((note) => `${note}.`).join(' ');
const storyOf = ({ visit: { planId, day } }: ProposalLine): RowStory => ({ visit: { planId, day } });
const isOpen = ({ ProviderID }: ProposalLine) => ProviderID === null;
/** Nobody can come: the office did not choose that it stays open. */
const isLeft = (line: ProposalLine) => isOpen(line) && !line.isFixed;

interface WhyProps {
  readonly line: ProposalLine;
  readonly lines: readonly ProposalLine[];
}

/** Why somebody is proposed, and what the office should know of them. */
const Why = ({ line, lines }: WhyProps) => (
  <CellLines
    main={isLeft(line) ? line.why : whyWords(line, lines)}
    sub={sayNotes(line)}
    subTone="warn"
    wraps
  />
);

interface DayProps {
  readonly line: ProposalLine;
  readonly before: ProposalLine | undefined;
}

/** A day is seen once, without its month, which the title says; those who listen hear all of it in each row. */
const Day = ({ line, before }: DayProps) => {
  const { date } = line.visit;
  const day = Temporal.PlainDate.from(date);
  return (
    <>
      <span className="visually-hidden">{dayWords(date)}</span>
      {before?.visit.date !== date && (
        <b className={classes.day} aria-hidden="true">
          {weekdayOf(day)} {day.day}
        </b>
      )}
    </>
  );
};

/** Everything that a cell shows of the other lines, and what can be done with its own. */
interface Around extends Omit<PickProps, 'line'> {
  readonly shown: readonly ProposalLine[];
  /** All lines of the proposal: what is said of a client's caregiver is of all of their visits. */
  readonly all: readonly ProposalLine[];
  readonly changed: ReadonlySet<string>;
  readonly seesCents: boolean;
}

const columnsWith = ({
  shown,
  all,
  changed,
  seesCents,
  ...pick
}: Around): readonly Column<ProposalLine>[] => [
  {
    key: 'day',
    title: 'Day',
    width: 88,
    cell: (line) => <Day line={line} before={shown[shown.indexOf(line) - 1]} />,
  },
  { key: 'time', title: 'Time', width: 152, cell: ({ visit }) => timeWords(visit) },
  {
    key: 'client',
    title: 'Client',
    width: 124,
    cell: ({ visit }) => (
      <CellLines main={<PersonLink id={visit.ClientID} name={visit.Client} />} sub={visit.town ?? ''} />
    ),
  },
  {
    key: 'caregiver',
    title: 'Caregiver',
    width: 170,
    cell: (line) => (
      <span key={String(line.ProviderID)} className={changed.has(rowId(line)) ? classes.changed : undefined}>
        <CaregiverPick line={line} {...pick} />
      </span>
    ),
  },
  {
    key: 'why',
    title: 'Why',
    min: 112,
    cell: (line) => <Why line={line} lines={all} />,
  },
  {
    key: 'driving',
    title: 'Driving',
    width: 72,
    align: 'right',
    cell: ({ ProviderID, extraMinutes }) =>
      ProviderID === null || extraMinutes === null ? '–' : `${extraMinutes} min`,
  },
  {
    key: 'extra',
    title: seesCents ? 'Extra cost' : 'Overtime',
    width: 86,
    align: 'right',
    cell: (line) => (isOpen(line) || line.whyNot !== null ? '–' : extraWords(line)),
  },
];

interface PlanTableProps {
  /** The lines of the proposal that are shown; undefined: there is none yet. */
  readonly shown: readonly ProposalLine[] | undefined;
  readonly all: readonly ProposalLine[];
  /** The proposal is for some of the open visits. */
  readonly isPart: boolean;
  readonly failure: LoadFailure | undefined;
  readonly busy: boolean;
  /** Lines whose caregiver has just changed. */
  readonly changed: ReadonlySet<string>;
  readonly onChoose: PickProps['onChoose'];
}

/** One line for each open visit; a line that cannot be filled is red. */
export const PlanTable = ({ shown, all, isPart, failure, busy, changed, onChoose }: PlanTableProps) => {
  const seesCents = seesPayRates(useSession()?.role);
  const stories = useRowStory(storyOf, shown);
  return (
    <DataTable
      label="Proposal"
      columns={columnsWith({ shown: shown ?? [], all, changed, seesCents, disabled: busy, onChoose })}
      rows={shown}
      rowKey={rowId}
      rowName={({ visit }) => `${visit.Client}, ${dayWords(visit.date)}, ${timeWords(visit)}`}
      pageSize={MOST_LINES}
      noun={shown?.length === 1 ? 'visit' : 'visits'}
      tone={(line) => (isOpen(line) || line.whyNot !== null ? 'danger' : undefined)}
      keys={stories.keys}
      menu={stories.entries}
      actionsWidth={72}
      listItem={(line) => ({
        title: line.visit.Client,
        line: `${dayWords(line.visit.date)}, ${timeWords(line.visit)}`,
        more: (
          <span className={classes.pick}>
            {line.whyNot === null ? line.why : `Cannot come: ${line.whyNot}`}
            {line.notes.length > 0 && <span className={classes.noted}>{sayNotes(line)}</span>}
            <CaregiverPick line={line} disabled={busy} onChoose={onChoose} />
          </span>
        ),
      })}
      loadingText="Calculating a proposal…"
      failure={failure}
      empty={
        <EmptyState
          icon={IconCalendarCheck}
          title={isPart ? 'These visits have a caregiver' : 'Every visit has a caregiver'}
          text="Choose other days to look further ahead."
        />
      }
    />
  );
};
