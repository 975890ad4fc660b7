import { showDate } from '@homecare/domain/calendar.ts';
import { COMPARED_FIELDS, type Double, findDoubles, reasonsOf } from '@homecare/domain/people/doubles.ts';
import { addressLine } from '@homecare/domain/people/history.ts';
import { isArchived, KIND } from '@homecare/domain/people/kind-and-status.ts';
import { mergePeople } from '@homecare/domain/people/merge-contract.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { seesNotesAndDoubles } from '@homecare/domain/permissions.ts';
import { personName } from '@homecare/domain/person-name.ts';
import { Button, Popover } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useAction } from '../../platform/form/use-action.ts';
import { useOpenPage } from '../../platform/page-state.ts';
import { may } from '../../platform/role-copy.ts';
import { useRole } from '../../platform/session.ts';
import { toast } from '../../platform/toasts.ts';
import { smallIcon } from '../../ui/icons.ts';
import { KEEP_APART, usePeople } from './api.ts';
import { archivedLine } from './archived.ts';
import classes from './DoublesNote.module.css';
import type { MergeDialog } from './MergeDialog.tsx';
import type { PersonForm } from './person-form.ts';
import { useRecord } from './record-context.ts';
import { rowMode } from './record-mode.ts';

type Found = Double<PersonRow>;

/** Finds people similar to the one being typed, by the server's rule but in the loaded list. */
const useDoubles = (apart: readonly number[]): Found[] => {
  const { kind, person } = useRecord();
  const { control } = useFormContext<PersonForm>();
  const typed = useWatch({ control, name: COMPARED_FIELDS });
  const { people } = usePeople();
  const others = useMemo(
    () =>
      (people ?? []).filter((row) => row[KIND] === kind && row.ID !== person?.ID && !apart.includes(row.ID)),
    [people, kind, person?.ID, apart],
  );
  // The box shows each key at once, and the note follows.
  const settled = useDeferredValue(JSON.stringify(typed));
  return useMemo(() => {
    const values: (string | null)[] = JSON.parse(settled);
    const read = Object.fromEntries(COMPARED_FIELDS.map((name, at) => [name, values[at]]));
    return findDoubles(read, others);
  }, [settled, others]);
};

interface KnownProps {
  readonly double: Found;
  readonly onOpen: () => void;
  /** Only for a stored record. */
  readonly onApart?: (() => void) | undefined;
  readonly onMerge?: (() => void) | undefined;
}

const Known = ({ double, onOpen, onApart, onMerge }: KnownProps) => {
  const { known } = double;
  const facts = [known.DOB && `born ${showDate(known.DOB)}`, known.Phone, addressLine(known)];
  return (
    <li className={classes.known}>
      <strong>{`${personName(known)} (ID ${known.ID})`}</strong>
      <span>{reasonsOf(double)}</span>
      <span className={classes.facts}>{facts.filter(Boolean).join(' · ')}</span>
      {isArchived(known) && <span className={classes.facts}>{archivedLine(known)}</span>}
      <div className={classes.acts}>
        <Button onClick={onOpen}>{`Open ${personName(known)}`}</Button>
        {onMerge && <Button onClick={onMerge}>Merge…</Button>}
        {onApart && (
          <Button variant="subtle" onClick={onApart}>
            Not the same person
          </Button>
        )}
      </div>
    </li>
  );
};

type Merging = typeof MergeDialog;

const Note = () => {
  const { person, notDoubles } = useRecord();
  const [keptApart, setKeptApart] = useState<readonly number[]>([]);
  const apart = useMemo(() => [...(notDoubles ?? []), ...keptApart], [notDoubles, keptApart]);
  const doubles = useDoubles(apart);
  const { isDirty } = useFormState<PersonForm>();
  const openPage = useOpenPage();
  const role = useRole();
  const [opened, setOpened] = useState(false);
  const [merging, setMerging] = useState<{ readonly Dialog: Merging; readonly otherId: number }>();
  const id = person?.ID;
  const [first, second] = doubles;
  const who = first && (second ? `${doubles.length} people` : personName(first.known));

  const apartness = useAction(KEEP_APART);
  const setApart = async (known: PersonRow) => {
    if (!id) return;
    const onDone = () => {
      setKeptApart((now) => [...now, known.ID]);
      toast.success(`${personName(known)} is someone else. You will not be asked again.`);
    };
    await apartness.run({ id, otherId: known.ID }, { onDone });
  };
  const merge = async (known: PersonRow) => {
    if (isDirty) return toast.error('Save your changes first, then merge.');
    try {
      const Dialog: Merging = (await import('./MergeDialog.tsx')).MergeDialog;
      setOpened(false);
      setMerging({ Dialog, otherId: known.ID });
    } catch {
      toast.error('Couldn’t open the comparison. Try again, or reload the page.');
    }
  };
  return (
    <div className={classes.place} role="status">
      {who && (
        <Popover
          position="bottom-start"
          width={340}
          trapFocus
          returnFocus
          opened={opened}
          onChange={setOpened}
        >
          <Popover.Target>
            <Button
              className={classes.button ?? ''}
              variant="subtle"
              leftSection={<IconUsers {...smallIcon} />}
              onClick={() => setOpened((now) => !now)}
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
                  onApart={id ? () => void setApart(double.known) : undefined}
                  onMerge={id && may(role, mergePeople) ? () => void merge(double.known) : undefined}
                />
              ))}
            </ul>
          </Popover.Dropdown>
        </Popover>
      )}
      {merging && id && (
        <merging.Dialog
          id={id}
          otherId={merging.otherId}
          onClose={() => setMerging(undefined)}
          onMerged={(kept) => {
            setMerging(undefined);
            if (kept !== id) void openPage('/createuser', { mode: 'Modify', id: kept });
          }}
        />
      )}
    </div>
  );
};

/** Shown above the name beside the title, on a line of fixed height, so that nothing moves when it comes or goes. */
export const DoublesNote = () => {
  const { readOnly, role } = useRecord();
  return readOnly || !seesNotesAndDoubles(role) ? null : <Note />;
};
