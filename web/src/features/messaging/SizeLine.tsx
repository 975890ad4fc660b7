import { counted } from '@homecare/domain/counted.ts';
import { smsSize } from '@homecare/domain/messaging/segments.ts';
import classes from './SizeLine.module.css';

const MOST_NAMED = 5;

interface SizeLineProps {
  /** The text as it will be sent. */
  readonly text: string;
  /** Text messages are counted in segments, e-mails only in characters. */
  readonly sms: boolean;
  /** Says whose size it is, if that is unclear. */
  readonly lead?: string;
}

/** The length of a message, and what makes a text more expensive than it looks. */
export const SizeLine = ({ text, sms, lead }: SizeLineProps) => {
  const { characters, segments, special } = smsSize(text);
  const size = counted(characters, 'character');
  return (
    <p className={classes.size}>
      {[lead, sms ? `${size}, ${counted(segments, 'segment')}` : size].filter(Boolean).join(' ')}
      {sms && special.length > 0 && (
        <span className={classes.special}>
          {special.slice(0, MOST_NAMED).join(' ')}
          {special.length > MOST_NAMED && ' …'} {special.length === 1 ? 'makes' : 'make'} a segment hold 70
          characters instead of 160.
        </span>
      )}
    </p>
  );
};
