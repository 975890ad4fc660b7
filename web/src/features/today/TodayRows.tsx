import { sayStamp } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { shownAtOnce } from '@homecare/domain/today/order.ts';
import { PARTS, type Part, type Today } from '@homecare/domain/today/schema.ts';
import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { useIsPrinting } from '../../ui/printing.ts';
import { SNOOZE } from './api.ts';
import type { ShownRow } from './still-rows.ts';
import classes from './Today.module.css';
import { type LineProps, TodayLine } from './TodayLine.tsx';
import { useAboutRow } from './use-about-row.tsx';

const NAMES: Readonly<Record<Part, string>> = { now: 'Now', today: 'Today', money: 'Money' };

const noteOf = (part: Part, parts: Today['parts']): string => {
  const { count, cents } = parts.find((one) => one.part === part) ?? { count: 0, cents: 0 };
  if (part === 'money') return `${showMoney(cents)} to act on`;
  if (part === 'now') return `${count} that cannot wait`;
  return `${count} to finish by end of day`;
};

const PartRows = ({
  part,
  rows,
  parts,
  first,
  ...line
}: LineProps & {
  readonly part: Part;
  readonly rows: readonly ShownRow[];
  readonly parts: Today['parts'];
  readonly first: string | undefined;
}) => {
  const id = useId();
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <div className={classes.partHead}>
        <h2 id={id}>{NAMES[part]}</h2>
        <span className="ink2">{noteOf(part, parts)}</span>
      </div>
      <ol className={classes.rows}>
        {rows.map((shown) => (
          <TodayLine key={shown.row.key} shown={shown} isFirst={shown.row.key === first} {...line} />
        ))}
      </ol>
    </section>
  );
};

/** What somebody put off, with who and until when. */
const PutOff = ({ rows, zone }: { readonly rows: Today['snoozed']; readonly zone: string }) => {
  const [isOpen, setOpen] = useState(false);
  const showAgain = useAction(SNOOZE);
  if (rows.length === 0) return null;
  return (
    <div className={classes.putOff}>
      <Button variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {counted(rows.length, 'row is put off', 'rows are put off')}
      </Button>
      {isOpen && (
        <ul className={classes.rows} aria-label="Put off">
          {rows.map(({ key, title, snoozed }) => (
            <li key={key} className={classes.asleep}>
              <span>
                {title}
                <span className="ink2">
                  {snoozed && ` · until ${sayStamp(snoozed.until, zone)}, by ${snoozed.by}`}
                </span>
              </span>
              <Button
                aria-label={`Show now: ${title}`}
                disabled={showAgain.pending}
                onClick={() => void showAgain.run({ keys: [key], until: null })}
              >
                Show now
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};

/** At most ten rows; the rest is folded, but on paper. */
export const TodayRows = ({
  shown,
  snoozed,
  parts,
  ...given
}: Omit<LineProps, 'about'> & {
  readonly shown: readonly ShownRow[];
  readonly snoozed: Today['snoozed'];
  /** How many rows there are, with those that the answer does not have. */
  readonly parts: Today['parts'];
}) => {
  const [isUnfolded, setUnfolded] = useState(false);
  const isWhole = useIsPrinting() || isUnfolded;
  const first10 = shownAtOnce(shown.map(({ row }) => row));
  const visible = isWhole ? shown : shown.filter(({ row }) => first10.includes(row));
  const more = shown.length - visible.length;
  const about = useAboutRow(
    visible.map(({ row }) => row),
    given.onPlace,
  );
  const line = { ...given, about };
  const first = visible.find(({ solvedAt }) => solvedAt === null)?.row.key;
  return (
    <>
      {PARTS.map((part) => (
        <PartRows
          key={part}
          part={part}
          rows={visible.filter(({ row }) => row.part === part)}
          parts={parts}
          first={first}
          {...line}
        />
      ))}
      {(more > 0 || isWhole) && (
        <Button
          className={classes.more ?? ''}
          variant="subtle"
          aria-expanded={isWhole}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {more > 0 ? `${more} more can wait` : 'Show fewer'}
        </Button>
      )}
      <PutOff rows={snoozed} zone={line.zone} />
      {about.window}
    </>
  );
};
