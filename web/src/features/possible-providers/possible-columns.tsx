import { showDate, showDecimalHours } from '@homecare/domain/calendar.ts';
import { showMiles } from '@homecare/domain/geo.ts';
import { explainRate, LIVES_WITH } from '@homecare/domain/possible-providers/rules.ts';
import type { PossibleProvider } from '@homecare/domain/possible-providers/schema.ts';
import { IconHome } from '@tabler/icons-react';
import { CellLines } from '../../ui/CellLines.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import classes from './PossibleProvidersDialog.module.css';

/** What is to be known before somebody calls. */
export const markOf = ({ kind, livesWith, caresFor, availableFrom, mayNotWork }: PossibleProvider) => {
  if (mayNotWork.length > 0)
    return [
      ...(livesWith ? [LIVES_WITH] : caresFor ? ['cares for this client already'] : []),
      ...mayNotWork,
    ].join(', ');
  if (livesWith) return LIVES_WITH;
  if (caresFor) return 'cares for this client already';
  if (kind === 'Provider') return '';
  return availableFrom ? `Candidate, available from ${showDate(availableFrom)}` : 'Candidate';
};

export const milesOf = ({ distance, errorMiles }: Pick<PossibleProvider, 'distance' | 'errorMiles'>) =>
  distance === null ? '–' : showMiles(distance, errorMiles);

const nameCell = (found: PossibleProvider) => {
  const mark = markOf(found);
  // Reasons are read whole: they may be several.
  if (found.mayNotWork.length > 0)
    return (
      <>
        <CellLines strong main={found.Name} />
        <div className={classes.why}>{mark}</div>
      </>
    );
  return (
    <CellLines
      strong
      main={found.Name}
      {...(mark && { sub: mark })}
      {...(found.livesWith && { subIcon: IconHome, subTone: 'warn' })}
    />
  );
};

/** Columns to the letter (docs/rules/possible-providers.md, rule 2). */
export const possibleColumns = (
  onExplain: (found: PossibleProvider) => void,
): readonly Column<PossibleProvider>[] => [
  { key: 'name', title: 'Name', width: 206, cell: nameCell },
  { key: 'address', title: 'Address', cell: ({ Address }) => Address || '–' },
  {
    key: 'distance',
    title: 'distance',
    width: 116,
    align: 'right',
    cell: milesOf,
  },
  { key: 'hours', title: 'hours', width: 70, align: 'right', cell: ({ hours }) => showDecimalHours(hours) },
  {
    key: 'rate',
    title: 'rate',
    width: 64,
    align: 'right',
    cell: (found) => (
      <button
        type="button"
        className={classes.rate}
        aria-label={`Rate ${found.rate} of 100 for ${found.Name}`}
        aria-description={explainRate(found)}
        data-tip={explainRate(found)}
        onClick={() => onExplain(found)}
      >
        {found.rate}
      </button>
    ),
  },
];
