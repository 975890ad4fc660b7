import { WEEKDAY_NAMES, WEEKDAYS, type Weekday } from '@homecare/domain/calendar.ts';
import type { PlanWeek } from '@homecare/domain/care-plans/schema.ts';
import { Button, Checkbox, Popover } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { smallIcon } from '../../ui/icons.ts';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import classes from './CopyDay.module.css';
import { emptyWorkdays, otherDays, replacedText } from './copy-days.ts';

interface CopyDayProps {
  readonly day: Weekday;
  readonly week: PlanWeek;
  readonly onCopy: (from: Weekday, to: readonly Weekday[]) => void;
}

interface TargetsProps extends CopyDayProps {
  readonly onDone: () => void;
}

const Targets = ({ day, week, onCopy, onDone }: TargetsProps) => {
  const [chosen, setChosen] = useState<readonly Weekday[]>(() => emptyWorkdays(week, day));
  const others = otherDays(day);
  const copy = () => {
    onCopy(
      day,
      others.filter((other) => chosen.includes(other)),
    );
    onDone();
  };
  return (
    <div className={classes.targets}>
      <p className={classes.title}>Copy {WEEKDAY_NAMES[day]} to</p>
      {others.map((other) => (
        <Checkbox
          key={other}
          size="sm"
          label={
            <>
              {WEEKDAY_NAMES[other]} <span className={classes.replaced}>{replacedText(week, other)}</span>
            </>
          }
          checked={chosen.includes(other)}
          onChange={(event) =>
            setChosen(
              event.currentTarget.checked ? [...chosen, other] : chosen.filter((one) => one !== other),
            )
          }
        />
      ))}
      <div className={classes.buttons}>
        <Button
          variant="subtle"
          onClick={() => setChosen(chosen.length === others.length ? [] : WEEKDAYS.filter((d) => d !== day))}
        >
          {chosen.length === others.length ? 'No day' : 'All days'}
        </Button>
        <ReasonButton
          variant="filled"
          data-autofocus
          reason={chosen.length === 0 ? 'Choose at least one day' : undefined}
          onClick={copy}
        >
          Copy
        </ReasonButton>
      </div>
    </div>
  );
};

/** A button in the head of a day with entries, to copy its times, travel and tasks to other days. */
export const CopyDay = (props: CopyDayProps) => {
  const [opened, setOpened] = useState(false);
  const name = `Copy ${WEEKDAY_NAMES[props.day]} to other days`;
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <button
          type="button"
          className={classes.open}
          data-copy={props.day}
          aria-label={name}
          data-tip={name}
          onClick={() => setOpened((now) => !now)}
        >
          <IconCopy {...smallIcon} />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={name}>
        {opened && <Targets {...props} onDone={() => setOpened(false)} />}
      </Popover.Dropdown>
    </Popover>
  );
};
