import { attemptsToAccept } from '@homecare/domain/visits/attempts.ts';
import { type DayRow, planText } from '@homecare/domain/visits/day-list.ts';
import type { OfficeActionKey } from '@homecare/domain/visits/office.ts';
import { isToReview, reviewText } from '@homecare/domain/visits/review.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import { IconAlertCircle, IconEye, IconNote, IconPhone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ListColumn } from '../../platform/lists/list-columns.ts';
import { PersonLink } from '../../platform/PersonLink.tsx';
import { CellLines } from '../../ui/CellLines.tsx';
import { IconLink } from '../../ui/IconButton.tsx';
import { rowIcon } from '../../ui/icons.ts';
import { StatusPill } from '../../ui/Pill.tsx';
import { DayLine, DayScale } from './DayLine.tsx';
import { InOut } from './InOut.tsx';
import classes from './VisitColumns.module.css';
import { telOf } from './visit-words.ts';

/** The second line keeps its grey in a coloured row: the colour belongs to the reason. */
export const Plain = ({ children }: { readonly children: ReactNode }) => (
  <span className="ink2">{children}</span>
);

/** What to look at, with a sign that stays where the second line has something else to say. */
const ReviewSign = ({ visit }: { readonly visit: Visit }) => {
  const words = reviewText(visit);
  return (
    <span className={classes.review} data-tone="warn" role="img" aria-label={words} data-tip={words}>
      <IconEye {...rowIcon} size={16} />
    </span>
  );
};

const PlanCell = ({ visit, tone, reason }: DayRow) => {
  const isHinted = isToReview(visit);
  const hint = isHinted && reason === null ? <Plain>{reviewText(visit)}</Plain> : null;
  return (
    <CellLines
      main={
        <>
          {planText(visit)}
          {isHinted && <ReviewSign visit={visit} />}
        </>
      }
      sub={reason ?? hint}
      subIcon={reason === null ? undefined : tone === 'danger' ? IconAlertCircle : IconNote}
    />
  );
};

export const CallProvider = ({ visit }: { readonly visit: Visit }) => {
  const href = telOf(visit.ProviderPhone);
  if (!href) return null;
  return <IconLink label={`Call ${visit.ProviderName}`} icon={<IconPhone {...rowIcon} />} href={href} />;
};

/** What comes next for a row: its one button (docs/rules/visits.md, rule 37). */
export const nextAction = ({ visit, tone }: DayRow): OfficeActionKey | undefined => {
  if (visit.ClosedCode !== null) return 'reopen';
  if (attemptsToAccept(visit).length > 0) return 'accept';
  if (visit.Status === 'Planned') return tone === 'danger' ? 'setActive' : undefined;
  if (visit.Status === 'Active') return 'setComplete';
  if (visit.aggregatorStatus === null) return 'send';
  return visit.aggregatorStatus === 'Failed' ? 'showLog' : undefined;
};

export const columnsOf = (now: Temporal.Instant, zone: string): readonly ListColumn<DayRow>[] => {
  return [
    {
      key: 'who',
      title: 'Provider / Client',
      width: 180,
      value: ({ visit }) => visit.ProviderName,
      cell: ({ visit }) => (
        <CellLines
          strong
          main={<PersonLink id={visit.ProviderID} name={visit.ProviderName} />}
          sub={
            <Plain>
              <PersonLink id={visit.ClientID} name={visit.ClientName} />
            </Plain>
          }
        />
      ),
    },
    {
      key: 'plan',
      title: 'Plan',
      width: 204,
      value: ({ visit }) => `${visit.Date} ${visit.PlanStartTime}`,
      cell: (row) => <PlanCell {...row} />,
    },
    {
      key: 'status',
      title: 'Status',
      width: 114,
      value: ({ visit }) => visit.Status,
      cell: ({ visit }) => <StatusPill status={visit.Status} />,
    },
    {
      key: 'line',
      title: 'Day',
      head: <DayScale />,
      min: 144,
      cell: ({ visit }) => <DayLine visit={visit} now={now} zone={zone} />,
    },
    { key: 'inOut', title: 'In / Out', width: 142, cell: ({ visit }) => <InOut visit={visit} zone={zone} /> },
    {
      key: 'sandata',
      title: 'Sandata',
      width: 106,
      value: ({ visit }) => visit.aggregatorStatus,
      cell: ({ visit }) => visit.aggregatorStatus && <StatusPill status={visit.aggregatorStatus} />,
    },
  ];
};
