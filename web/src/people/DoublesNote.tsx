import { showDate } from '@homecare/domain/calendar.ts';
import { COMPARED_FIELDS, type Double, findDoubles, reasonsOf } from '@homecare/domain/people/doubles.ts';
import { addressLine } from '@homecare/domain/people/history.ts';
import { personName } from '@homecare/domain/people/rules.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { Button, Popover } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useDeferredValue, useMemo } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useOpenPage } from '../shell/page-state.ts';
import { useSession } from '../shell/session.ts';
import { smallIcon } from '../ui/icons.ts';
import { usePeople } from './api.ts';
import { archivedLine, isArchived } from './archived.ts';
import classes from './DoublesNote.module.css';
import type { PersonForm } from './person-form.ts';
import { useRecord } from './record-context.ts';
import { rowMode } from './record-mode.ts';

type Found = Double<PersonRow>;

/** Who looks like the person that is being typed; the rule of the server, on the list that is here already. */
const useDoubles = (): Found[] => {
  const { kind, person } = useRecord();
  const { control } = useFormContext<PersonForm>();
  const typed = useWatch({ control, name: COMPARED_FIELDS });
  const { people } = usePeople();
  const others = useMemo(
    () => (people ?? []).filter((row) => row['Provider or Client'] === kind && row.ID !== person?.ID),
    [people, kind, person?.ID],
  );
  // A key press paints the box at once; the note follows.
  const settled = useDeferredValue(JSON.stringify(typed));
  return useMemo(() => {
    const values: (string | null)[] = JSON.parse(settled);
    const read = Object.fromEntries(COMPARED_FIELDS.map((name, at) => [name, values[at]]));
    return findDoubles(read, others);
  }, [settled, others]);
};

const Known = ({ double, onOpen }: { readonly double: Found; readonly onOpen: () => void }) => {
  const { known } = double;
  const facts = [known.DOB && `born ${showDate(known.DOB)}`, known.Phone, addressLine(known)];
  return (
    <li className={classes.known}>
      <strong>{`${personName(known)} (ID ${known.ID})`}</strong>
      <span>{reasonsOf(double)}</span>
      <span className={classes.facts}>{facts.filter(Boolean).join(' · ')}</span>
      {isArchived(known) && <span className={classes.facts}>{archivedLine(known)}</span>}
      <Button className={classes.open ?? ''} onClick={onOpen}>
        {`Open ${personName(known)}`}
      </Button>
    </li>
  );
};

const Note = () => {
  const doubles = useDoubles();
  const openPage = useOpenPage();
  const role = useSession()?.role ?? 'provider';
  const [first, second] = doubles;
  const who = first && (second ? `${doubles.length} people` : personName(first.known));
  return (
    <div className={classes.place} role="status">
      {who && (
        <Popover position="bottom-start" width={340} trapFocus returnFocus>
          <Popover.Target>
            <Button
              className={classes.button ?? ''}
              variant="subtle"
              leftSection={<IconUsers {...smallIcon} />}
            >
              {`On record? ${who}`}
            </Button>
          </Popover.Target>
          <Popover.Dropdown>
            <ul className={classes.list}>
              {doubles.map((double) => (
                <Known
                  key={double.known.ID}
                  double={double}
                  onOpen={() =>
                    void openPage('/createuser', { mode: rowMode(double.known, role), id: double.known.ID })
                  }
                />
              ))}
            </ul>
          </Popover.Dropdown>
        </Popover>
      )}
    </div>
  );
};

/** Beside the title above the name, in a line of its own height: nothing moves when it comes or goes. */
export const DoublesNote = () => {
  const { readOnly, role } = useRecord();
  return readOnly || role === 'provider' ? null : <Note />;
};
