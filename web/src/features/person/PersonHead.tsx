import { showAge } from '@homecare/domain/calendar.ts';
import { addressLine } from '@homecare/domain/people/history.ts';
import { isArchived, KIND } from '@homecare/domain/people/kind-and-status.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { personName } from '@homecare/domain/person-name.ts';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconMail, IconPhone } from '@tabler/icons-react';
import { useMemo, useRef } from 'react';
import { useOpenPage } from '../../platform/page-state.ts';
import type { Viewer } from '../../platform/row-actions.ts';
import { useRowActions } from '../../platform/use-row-actions.tsx';
import { useToday } from '../../platform/use-today.ts';
import { ButtonMenu } from '../../ui/ButtonMenu.tsx';
import { smallIcon } from '../../ui/icons.ts';
import { Pill, StatusPill } from '../../ui/Pill.tsx';
import { useNotices } from '../notices/api.ts';
import { archivedLine } from '../people/archived.ts';
import { PEOPLE_ACTIONS } from '../people/people-actions.tsx';
import { rowMode } from '../people/record-mode.ts';
import { telOf } from '../visits/visit-words.ts';
import classes from './Person.module.css';

interface PersonHeadProps {
  readonly person: PersonRow;
  readonly viewer: Viewer;
}

/** Everything else that the row of the People list offers. */
const MoreActions = ({ person, viewer }: PersonHeadProps) => {
  const openPage = useOpenPage();
  const frame = useRef<HTMLDivElement>(null);
  const actions = useRowActions({
    actions: PEOPLE_ACTIONS,
    viewer,
    page: {
      openRecord: (row: PersonRow) =>
        void openPage('/createuser', { mode: rowMode(row, viewer.role), id: row.ID }),
    },
    keyOf: (row) => row.ID,
    nameOf: personName,
    propsOf: (row, onClose) => ({ person: row, onClose }),
    frame,
  });
  return (
    <div ref={frame}>
      <ButtonMenu
        width={220}
        entries={actions.menu(person)}
        button={(opening) => (
          <Button {...opening} aria-label={`More for ${personName(person)}`}>
            More
          </Button>
        )}
      />
      {actions.dialog}
    </div>
  );
};

/** What has expired is red, what expires soon is yellow. */
const Alerts = ({ id }: { readonly id: number }) => {
  const notices = useNotices().data?.notices ?? [];
  const urgent = notices.filter((one) => one.at === 'person' && one.id === id && one.tone !== 'info');
  if (urgent.length === 0) return null;
  return (
    <ul className={classes.alerts} aria-label="Alerts">
      {urgent.map(({ rule, tone, text }) => (
        <li key={rule}>
          <Pill tone={tone} icon={IconAlertTriangle}>
            {text}
          </Pill>
        </li>
      ))}
    </ul>
  );
};

/** Who it is, how to reach them, and what is urgent. */
export const PersonHead = ({ person, viewer }: PersonHeadProps) => {
  const today = useToday();
  const facts = useMemo(
    () =>
      [person[KIND], `ID ${person.ID}`, showAge(person.DOB, today), addressLine(person)]
        .filter(Boolean)
        .join(' · '),
    [person, today],
  );
  const phone = telOf(person.Phone);
  return (
    <header className={classes.head}>
      <div className={classes.who}>
        <div className={classes.nameLine}>
          <h2 className={classes.name}>{personName(person)}</h2>
          {isArchived(person) ? (
            <StatusPill status="Archived">{archivedLine(person)}</StatusPill>
          ) : (
            <StatusPill status="Complete">Active</StatusPill>
          )}
          {person.Language && <Pill tone="mute">{person.Language}</Pill>}
        </div>
        <p className={classes.facts}>{facts}</p>
        {!isArchived(person) && <Alerts id={person.ID} />}
      </div>
      <div className={classes.reach}>
        {phone && (
          <Button component="a" href={phone} leftSection={<IconPhone {...smallIcon} />}>
            {person.Phone}
          </Button>
        )}
        {person.Email && (
          <Button component="a" href={`mailto:${person.Email}`} leftSection={<IconMail {...smallIcon} />}>
            Email
          </Button>
        )}
        <MoreActions person={person} viewer={viewer} />
      </div>
    </header>
  );
};
