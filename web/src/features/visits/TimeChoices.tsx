import { showStamp } from '@homecare/domain/calendar.ts';
import type { TimeChoice, TimeSource, VisitEnd } from '@homecare/domain/visits/status-times.ts';
import { Radio } from '@mantine/core';
import { DateBox, TimeBox } from '../../ui/inputs.tsx';
import type { Picked } from './picked-time.ts';
import classes from './VisitDialogs.module.css';

const SOURCES: Record<TimeSource, string> = {
  now: 'Now',
  planned: 'As planned',
  recorded: 'Recorded on the phone',
};

interface TimeChoicesProps {
  readonly end: VisitEnd;
  readonly choices: readonly TimeChoice[];
  readonly zone: string;
  /** The effect of a time: the length of the visit, or how far from the plan it begins. */
  readonly resultOf: (at: string) => string | undefined;
  readonly autoFocus?: boolean;
  readonly field: {
    readonly value: Picked;
    readonly error: string | undefined;
    readonly onChange: (value: Picked) => void;
  };
}

/** Possible actual times, each with its day and effect. One must be chosen. */
export const TimeChoices = ({
  end,
  choices,
  zone,
  resultOf,
  autoFocus,
  field: { value, onChange, ...field },
}: TimeChoicesProps) => (
  <Radio.Group
    label={`Actual ${end}`}
    required
    {...field}
    value={value.key}
    onChange={(key) => onChange({ ...value, key })}
  >
    <div className={classes.times}>
      {choices.map(({ source, at, fault }, index) => (
        <Radio
          key={source === 'recorded' ? at : source}
          value={source === 'recorded' ? at : source}
          label={`${SOURCES[source]}: ${showStamp(at, zone)}`}
          description={fault ?? resultOf(at)}
          disabled={fault !== undefined}
          data-autofocus={(autoFocus && index === 0) || undefined}
        />
      ))}
      <Radio value="other" label="Another time" />
      {value.key === 'other' && (
        <div className={classes.pair}>
          <TimeBox
            label={`Time of ${end}`}
            value={value.time}
            onChange={(time) => onChange({ ...value, time })}
          />
          <DateBox
            label={`Day of ${end}`}
            value={value.date}
            onChange={(date) => onChange({ ...value, date })}
          />
        </div>
      )}
    </div>
  </Radio.Group>
);
