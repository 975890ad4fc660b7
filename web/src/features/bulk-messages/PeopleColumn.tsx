import { unreachable } from '@homecare/domain/bulk-messages/rules.ts';
import type { Listed } from '@homecare/domain/bulk-messages/schema.ts';
import type { Channel } from '@homecare/domain/messaging/schema.ts';
import { type ReactNode, useId, useMemo } from 'react';
import { PickList, type PickRow } from '../../ui/PickList.tsx';
import classes from './SenderPage.module.css';

interface PeopleColumnProps {
  readonly label: string;
  readonly channel: Channel;
  readonly people: readonly Listed[];
  /** Who is on the send list; undefined: this is the send list. */
  readonly on?: ReadonlySet<number>;
  readonly onPick: (person: Listed) => void;
  readonly empty: ReactNode;
  /** Beside the count. */
  readonly action?: ReactNode;
  readonly part: string;
}

const rowOf = (channel: Channel, person: Listed, on: ReadonlySet<number> | undefined): PickRow => {
  const reason = unreachable(channel, person);
  const contact = channel === 'SMS' ? person.phone : person.email;
  return {
    key: person.id,
    title: person.name,
    sub: reason ?? contact ?? '',
    warns: reason !== undefined,
    does: on === undefined ? 'remove' : on.has(person.id) ? 'added' : 'add',
  };
};

/** One of the lists of a sender, with its count. */
export const PeopleColumn = (props: PeopleColumnProps) => {
  const { label, channel, people, on, onPick, empty, action, part } = props;
  const id = useId();
  const rows = useMemo(() => people.map((person) => rowOf(channel, person, on)), [channel, people, on]);
  const pick = (key: number) => {
    const person = people.find((one) => one.id === key);
    if (person) onPick(person);
  };
  return (
    <section className={classes.column} data-part={part} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{label}</h2>
        <span className={classes.count}>{people.length.toLocaleString('en-US')}</span>
        <span className={classes.space} />
        {action}
      </div>
      <PickList label={label} rows={rows} onPick={pick} empty={empty} />
    </section>
  );
};
