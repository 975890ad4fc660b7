import { showDate } from '@homecare/domain/calendar.ts';
import type { Notice } from '@homecare/domain/notices/schema.ts';
import { saysDay } from '@homecare/domain/notices/words.ts';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconPencil } from '@tabler/icons-react';
import { type MouseEvent, useState } from 'react';
import { IconButton } from '../../ui/IconButton.tsx';
import { smallIcon } from '../../ui/icons.ts';
import classes from './Notices.module.css';
import { fieldOfNotice, listOfNotice, useOpenNotice } from './use-open-notice.ts';

const keyOf = ({ rule, at, id, text }: Notice) => `${rule} ${at} ${id} ${text}`;

/** The day on which it expires or expired, where the words do not say it. */
const dayOf = (notice: Notice) => (notice.tone === 'info' || saysDay(notice) ? '' : showDate(notice.day));

const NoticeItem = ({ notice, onOpen }: { readonly notice: Notice; readonly onOpen: () => void }) => {
  const { openRow, openField } = useOpenNotice();
  const field = fieldOfNotice(notice);
  const open = (event: MouseEvent) => {
    event.preventDefault();
    onOpen();
    void openRow(notice);
  };
  const openFix = () => {
    onOpen();
    openField(notice);
  };
  return (
    <li className={classes.item} data-tone={notice.tone}>
      <a href={listOfNotice(notice)} className={classes.link} onClick={open}>
        <span className={classes.name}>{notice.name}</span>
        <span className={classes.reason}>
          {notice.tone !== 'info' && <IconAlertTriangle {...smallIcon} />}
          {notice.text}
        </span>
        <span className={classes.day}>{dayOf(notice)}</span>
      </a>
      {field && (
        <IconButton
          label={`Open ${field} of ${notice.name}`}
          icon={<IconPencil {...smallIcon} />}
          onClick={openFix}
        />
      )}
    </li>
  );
};

const AT_ONCE = 100;

/** Links to the records of notices; a long list comes in parts. */
export const NoticeItems = ({
  notices,
  label,
  onOpen,
}: {
  readonly notices: readonly Notice[];
  readonly label: string;
  readonly onOpen: () => void;
}) => {
  const [shown, setShown] = useState(AT_ONCE);
  const left = notices.length - shown;
  return (
    <>
      <ul className={classes.items} aria-label={label}>
        {notices.slice(0, shown).map((notice) => (
          <NoticeItem key={keyOf(notice)} notice={notice} onOpen={onOpen} />
        ))}
      </ul>
      {left > 0 && (
        <Button className={classes.more ?? ''} variant="subtle" onClick={() => setShown(shown + AT_ONCE)}>
          Show {Math.min(left, AT_ONCE)} more of {left.toLocaleString('en-US')}
        </Button>
      )}
    </>
  );
};
