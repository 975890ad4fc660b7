import { sayStamp, sayTime, showDate, showStamp } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import { isPast, sayDue } from '@homecare/domain/incidents/deadlines.ts';
import type {
  Duty,
  FollowUp,
  Incident,
  IncidentNotice,
  Recipient,
} from '@homecare/domain/incidents/schema.ts';
import {
  CRITICAL_WORDS,
  DUTY_WORDS,
  HARM_WORDS,
  KIND_WORDS,
  RECIPIENT_WORDS,
} from '@homecare/domain/incidents/words.ts';
import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowLeft,
  IconChecks,
  IconHistory,
  IconLockOpen,
  IconPencil,
  IconPlus,
  IconPrinter,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { PersonLink } from '../../platform/PersonLink.tsx';
import { useOpenPage, usePageState } from '../../platform/page-state.ts';
import { failureOf } from '../../platform/query.ts';
import { usePageTitle } from '../../platform/title.ts';
import { toast } from '../../platform/toasts.ts';
import { useNow } from '../../platform/use-now.ts';
import { useZone } from '../../platform/use-today.ts';
import { Facts } from '../../ui/Facts.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { Note } from '../../ui/Note.tsx';
import { FilterBar, FreePage } from '../../ui/Page.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { IncidentLogDialog } from '../record-log/RecordLogDialog.tsx';
import { CLOSE_INCIDENT, openIncidentPaper, useIncident } from './api.ts';
import { CloseDialog } from './CloseDialog.tsx';
import { FollowUpDialog } from './FollowUpDialog.tsx';
import { IncidentDialog } from './IncidentDialog.tsx';
import classes from './Incidents.module.css';
import { CRITICAL_TONES, DUTY_TONES } from './incident-words.ts';
import { NoticeDialog } from './NoticeDialog.tsx';

/** What is being changed now. */
type Edited =
  | { readonly what: 'facts' | 'log' | 'closing' }
  | { readonly what: 'notice'; readonly stored: IncidentNotice | null; readonly whom: Recipient }
  | { readonly what: 'followUp'; readonly stored: FollowUp | null };

interface PartProps {
  readonly incident: Incident;
  readonly zone: string;
  readonly onEdit: (edited: Edited) => void;
}

const Section = ({
  title,
  action,
  children,
}: {
  readonly title: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}) => (
  <section className={classes.section} aria-label={title}>
    <div className={classes.head}>
      <h2>{title}</h2>
      {action}
    </div>
    {children}
  </section>
);

const DutyEntry = ({ duty, incident, zone, onEdit }: PartProps & { readonly duty: Duty }) => {
  const now = useNow(30);
  const { whom, state, applies, quote, source } = duty;
  const isLate = state === 'open' && isPast(duty, now);
  return (
    <li className={classes.entry}>
      <div>
        <p>
          <b>{RECIPIENT_WORDS[whom]}</b>, {sayDue(duty, zone)}. {applies}
        </p>
        <p className="ink2">
          {quote && `“${quote}” `}
          {source}
        </p>
      </div>
      <div className={classes.marks}>
        <Pill tone={DUTY_TONES[state]}>{isLate ? 'Overdue' : DUTY_WORDS[state]}</Pill>
        {state === 'open' && !incident.isClosed && (
          <Button
            aria-label={`Record that you told: ${RECIPIENT_WORDS[whom]}`}
            onClick={() => onEdit({ what: 'notice', stored: null, whom })}
          >
            Record
          </Button>
        )}
      </div>
    </li>
  );
};

const noticeLine = ({ whom, outcome, name, at }: IncidentNotice, zone: string) =>
  outcome === 'told'
    ? `${RECIPIENT_WORDS[whom]} told: ${name}, ${sayStamp(at, zone)}`
    : `${RECIPIENT_WORDS[whom]} not needed, ${sayStamp(at, zone)}`;

const Notices = ({ incident, zone, onEdit }: PartProps) => (
  <Section
    title="Who was told"
    action={
      !incident.isClosed && (
        <Button
          leftSection={<IconPlus {...menuIcon} />}
          onClick={() => onEdit({ what: 'notice', stored: null, whom: 'family' })}
        >
          Record a notice
        </Button>
      )
    }
  >
    <ul className={classes.list}>
      {incident.duties.map((duty) => (
        <DutyEntry key={duty.whom} duty={duty} incident={incident} zone={zone} onEdit={onEdit} />
      ))}
      {incident.notices.map((notice) => (
        <li
          key={`notice-${notice.no}`}
          className={classes.entry}
          data-mistake={notice.isMistake || undefined}
        >
          <div>
            <p>{noticeLine(notice, zone)}</p>
            <p className="ink2">
              {[notice.memo, `entered by ${notice.by}`, notice.isMistake && 'entered by mistake']
                .filter(Boolean)
                .join(', ')}
            </p>
          </div>
          {!incident.isClosed && (
            <Button
              variant="subtle"
              aria-label={`Amend: ${noticeLine(notice, zone)}`}
              onClick={() => onEdit({ what: 'notice', stored: notice, whom: notice.whom })}
            >
              Amend
            </Button>
          )}
        </li>
      ))}
    </ul>
  </Section>
);

const FollowUps = ({ incident, onEdit }: PartProps) => (
  <Section
    title="Follow-ups"
    action={
      !incident.isClosed && (
        <Button
          leftSection={<IconPlus {...menuIcon} />}
          onClick={() => onEdit({ what: 'followUp', stored: null })}
        >
          Add a follow-up
        </Button>
      )
    }
  >
    {incident.followUps.length === 0 && <p className="ink2">Nothing is to be followed up.</p>}
    <ul className={classes.list}>
      {incident.followUps.map((one) => (
        <li key={one.no} className={classes.entry}>
          <div>
            <p>{one.what}</p>
            <p className="ink2">
              {[one.who, `until ${showDate(one.until)}`, one.result].filter(Boolean).join(', ')}
            </p>
          </div>
          <div className={classes.marks}>
            <Pill tone={one.result === null ? 'warn' : 'ok'}>{one.result === null ? 'Open' : 'Done'}</Pill>
            {!incident.isClosed && (
              <Button
                variant="subtle"
                aria-label={`Change: ${one.what}`}
                onClick={() => onEdit({ what: 'followUp', stored: one })}
              >
                Change
              </Button>
            )}
          </div>
        </li>
      ))}
    </ul>
  </Section>
);

const rowsOf = ({ facts, ...incident }: Incident, zone: string) =>
  [
    ['Client', <PersonLink key="client" id={incident.clientId} name={incident.client} />],
    [
      'Caregiver',
      incident.providerId !== null && incident.provider !== null && (
        <PersonLink key="caregiver" id={incident.providerId} name={incident.provider} />
      ),
    ],
    ['Kind', KIND_WORDS[facts.kind]],
    [
      'Critical',
      <Pill key="critical" tone={CRITICAL_TONES[facts.critical]}>
        {CRITICAL_WORDS[facts.critical]}
      </Pill>,
    ],
    ['Harm', HARM_WORDS[facts.harm]],
    ['When', [showDate(facts.date), facts.time && sayTime(facts.time)].filter(Boolean).join(', ')],
    ['Lasted', facts.minutes !== null && counted(facts.minutes, 'minute')],
    ['Place', facts.place],
    ['Persons involved and witnesses', facts.others],
    [
      'Reported by',
      `${facts.reporter}, ${facts.witnessed === 'observed' ? 'observed by us' : 'reported to us'}`,
    ],
    ['Known since', showStamp(facts.knownAt, zone)],
    ['Entered', `${showStamp(incident.enteredAt, zone)} by ${incident.enteredBy}, ${incident.via}`],
  ] as const;

const Story = ({ incident, zone }: PartProps) => (
  <>
    <Facts look="line" rows={rowsOf(incident, zone)} />
    <Section title="What happened">
      <p className={classes.story}>{incident.facts.what}</p>
    </Section>
    <Section title="What was done">
      <p className={classes.story}>{incident.facts.measures}</p>
    </Section>
  </>
);

const Bar = ({ incident, onEdit }: PartProps) => {
  const openPage = useOpenPage();
  const reopen = useAction({ ...CLOSE_INCIDENT, onDone: () => toast.success('The incident is open again') });
  const { id, rev, isClosed } = incident;
  return (
    <FilterBar
      isOverForms
      actions={
        <>
          <Button leftSection={<IconHistory {...menuIcon} />} onClick={() => onEdit({ what: 'log' })}>
            Record log
          </Button>
          <Button leftSection={<IconPrinter {...menuIcon} />} onClick={() => openIncidentPaper(id)}>
            Print
          </Button>
          {!isClosed && (
            <Button leftSection={<IconPencil {...menuIcon} />} onClick={() => onEdit({ what: 'facts' })}>
              Amend
            </Button>
          )}
          {isClosed ? (
            <Button
              leftSection={<IconLockOpen {...menuIcon} />}
              loading={reopen.pending}
              onClick={() => void reopen.run({ id, rev, resolution: null })}
            >
              Open again
            </Button>
          ) : (
            <Button
              variant="filled"
              leftSection={<IconChecks {...menuIcon} />}
              onClick={() => onEdit({ what: 'closing' })}
            >
              Close incident
            </Button>
          )}
        </>
      }
    >
      <Button
        variant="subtle"
        leftSection={<IconArrowLeft {...menuIcon} />}
        onClick={() => void openPage('/incidents')}
      >
        Incidents
      </Button>
    </FilterBar>
  );
};

const Dialogs = ({
  incident,
  edited,
  onClose,
}: {
  readonly incident: Incident;
  readonly edited: Edited | undefined;
  readonly onClose: () => void;
}) => {
  const shared = { incident, onClose };
  switch (edited?.what) {
    case 'facts':
      return <IncidentDialog stored={incident} onClose={onClose} />;
    case 'log':
      return <IncidentLogDialog {...shared} />;
    case 'closing':
      return <CloseDialog {...shared} />;
    case 'notice':
      return <NoticeDialog {...shared} stored={edited.stored} whom={edited.whom} />;
    case 'followUp':
      return <FollowUpDialog {...shared} stored={edited.stored} />;
    default:
      return null;
  }
};

const IncidentContent = ({ incident }: { readonly incident: Incident }) => {
  const zone = useZone();
  const [edited, setEdited] = useState<Edited>();
  usePageTitle(`Incident of ${incident.client}`);
  const part = { incident, zone, onEdit: setEdited };
  return (
    <div className={classes.content}>
      <Bar {...part} />
      {incident.resolution !== null && <Note tone="ok">Closed: {incident.resolution}</Note>}
      <Story {...part} />
      <Notices {...part} />
      <FollowUps {...part} />
      <Dialogs incident={incident} edited={edited} onClose={() => setEdited(undefined)} />
    </div>
  );
};

/** /incidents/one: everything about one incident, and what is to be done. */
export const IncidentPage = () => {
  const { id } = usePageState();
  const query = useIncident(typeof id === 'number' ? id : 0);
  const failure = failureOf(query, 'Couldn’t load the incident');
  if (typeof id !== 'number')
    return (
      <EmptyState
        icon={IconAlertTriangle}
        title="No incident chosen"
        text="Open one from the list of incidents."
      />
    );
  return (
    <FreePage>
      {failure && <ErrorState {...failure} />}
      {query.data && <IncidentContent key={id} incident={query.data} />}
      {!failure && !query.data && <p role="status">Loading the incident…</p>}
    </FreePage>
  );
};
