import { showStamp } from '@homecare/domain/calendar.ts';
import { formatPhone } from '@homecare/domain/formats.ts';
import type { Conversation, ConversationText } from '@homecare/domain/messaging/delivery-contract.ts';
import { STATUS_WORDS } from '@homecare/domain/messaging/log-words.ts';
import { Button } from '@mantine/core';
import { Fragment, useLayoutEffect, useRef } from 'react';
import classes from './ConversationDialog.module.css';
import { toneOf } from './message-words.ts';

const statusOf = ({ status, error, direction }: ConversationText) => {
  if (direction === 'in') return '';
  return error ? `${STATUS_WORDS[status]}: ${error}` : STATUS_WORDS[status];
};

interface ConversationTextsProps extends Pick<Conversation, 'texts' | 'answerTo'> {
  readonly zone: string;
  /** 'New' is shown before this text. */
  readonly firstNew: number | undefined;
  readonly onAgain: (text: ConversationText) => void;
}

/** Their texts on the left, ours on the right, with the newest in view. */
export const ConversationTexts = ({ texts, answerTo, zone, firstNew, onAgain }: ConversationTextsProps) => {
  const list = useRef<HTMLOListElement>(null);
  const last = texts.at(-1)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a text that came or went out is shown
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [last]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it
    <ol ref={list} className={classes.texts} tabIndex={0} aria-label="Texts, the oldest first">
      {texts.map((text) => (
        <Fragment key={text.id}>
          {text.id === firstNew && (
            <li className={classes.divider}>
              <span>New</span>
            </li>
          )}
          <li className={classes.text} data-direction={text.direction}>
            <p className={classes.words}>{text.text}</p>
            <p className={classes.about} data-tone={toneOf({ status: text.status, sentAgain: false })}>
              {[
                text.direction === 'in' ? 'Received' : text.by,
                showStamp(text.time, zone),
                text.number === answerTo ? '' : formatPhone(text.number),
                statusOf(text),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            {text.maySendAgain && (
              <Button size="xs" onClick={() => onAgain(text)}>
                Send again…
              </Button>
            )}
          </li>
        </Fragment>
      ))}
    </ol>
  );
};
