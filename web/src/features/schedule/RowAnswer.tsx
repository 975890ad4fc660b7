import { type AnswerKind, answerOf } from '@homecare/domain/schedule/candidate-answer.ts';
import { keyOf, laneDay } from '@homecare/domain/schedule/layout.ts';
import { shortSpan } from '@homecare/domain/schedule/rules.ts';
import type { OpenVisit } from '@homecare/domain/staffing/schema.ts';
import { IconBan, IconCircleCheck, IconClockDollar, type IconProps } from '@tabler/icons-react';
import type { ComponentType, CSSProperties } from 'react';
import { useSlow } from '../../ui/states.tsx';
import type { Tone } from '../../ui/tones.ts';
import { useMovingPart, usePlacingPart } from './assigning.ts';
import { lastName } from './board-words.ts';
import classes from './Chip.module.css';

/** Look of each answer, in rows and legend. */
export const ANSWER_LOOKS: Record<
  AnswerKind,
  { readonly tone: Tone; readonly icon: ComponentType<IconProps> }
> = {
  can: { tone: 'ok', icon: IconCircleCheck },
  costs: { tone: 'warn', icon: IconClockDollar },
  cannot: { tone: 'danger', icon: IconBan },
};

const Checking = ({ style }: { readonly style: CSSProperties | undefined }) =>
  useSlow(true) ? (
    <span className={classes.verdict} data-tone="mute" style={style}>
      <b>Checking</b>
    </span>
  ) : null;

interface RowAnswerProps {
  readonly providerId: number;
  /** The days of the board and that of the cell; undefined in the day view. */
  readonly cell?: { readonly day: string; readonly days: readonly string[] };
  /** Where the visit would be on the line of a day. */
  readonly placeOf?: (visit: OpenVisit) => CSSProperties;
}

/** Like in the lane, a night visit that began before the first day counts there. */
const isIn = (cell: RowAnswerProps['cell'], visit: OpenVisit) =>
  cell === undefined || laneDay(visit, cell.days) === cell.day;

/** Whether this row's caregiver can take the visit being moved. Only this renders again when the pointer moves. */
export const RowAnswer = ({ providerId, cell, placeOf }: RowAnswerProps) => {
  const visit = useMovingPart((moving) => moving?.visit);
  const candidate = useMovingPart((moving) => moving?.answers?.get(providerId));
  const isAsked = useMovingPart((moving) => moving !== null && moving.answers === undefined);
  const isOver = useMovingPart((moving) => moving?.over === providerId);
  if (!visit || !isIn(cell, visit)) return null;
  const style = placeOf?.(visit);
  if (isAsked) return <Checking style={style} />;
  if (!candidate) return null;
  const { kind, words, why } = answerOf(candidate);
  const { tone, icon: Icon } = ANSWER_LOOKS[kind];
  return (
    <span
      className={classes.verdict}
      data-tone={tone}
      data-answer={kind}
      data-over={isOver || undefined}
      data-look={placeOf ? 'day' : 'week'}
      title={[words, why].filter(Boolean).join(', ')}
      style={style}
    >
      <b>
        <Icon size={14} stroke={2} aria-hidden />
        {words}
      </b>
      {why && <span>{why}</span>}
    </span>
  );
};

/** A visit just dropped here that the server has not confirmed yet. */
export const Placing = ({ providerId, cell, placeOf }: RowAnswerProps) => {
  const placing = usePlacingPart((now) => (now?.providerId === providerId ? now : null));
  if (!placing || !isIn(cell, placing.visit)) return null;
  const { visit } = placing;
  return (
    <span
      key={keyOf(visit)}
      className={classes.chip}
      data-state="cover"
      aria-busy="true"
      style={placeOf?.(visit)}
    >
      <b className={classes.time}>{shortSpan(visit)}</b>
      <span className={classes.who}>{lastName(visit.Client)}</span>
    </span>
  );
};
