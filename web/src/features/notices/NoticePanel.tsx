import { isOffice } from '@homecare/domain/call.ts';
import { NOTICE_MENUS } from '@homecare/domain/notices/menus.ts';
import type { MenuKey, Notice } from '@homecare/domain/notices/schema.ts';
import type { MouseEvent, ReactNode } from 'react';
import { useOpenPage } from '../../platform/page-state.ts';
import { useRole } from '../../platform/session.ts';
import { Fold } from './Fold.tsx';
import { NoticeSection } from './NoticeSection.tsx';
import classes from './Notices.module.css';

interface NoticePanelProps {
  readonly menus: readonly (readonly [MenuKey, readonly Notice[]])[];
  readonly count: (notices: readonly Notice[]) => ReactNode;
  readonly onOpen: () => void;
}

/** Where a notice is also put off or given to somebody. */
const InboxLink = ({ onOpen }: Pick<NoticePanelProps, 'onOpen'>) => {
  const openPage = useOpenPage();
  const open = (event: MouseEvent) => {
    event.preventDefault();
    onOpen();
    void openPage('/inbox');
  };
  return (
    <a className={classes.inbox} href="/inbox" onClick={open}>
      Put off or assign in the inbox
    </a>
  );
};

/** What a badge opens: its list, or those of all kinds folded. */
export const NoticePanel = (props: NoticePanelProps) => (
  <>
    <Sections {...props} />
    {isOffice(useRole()) && <InboxLink onOpen={props.onOpen} />}
  </>
);

const Sections = ({ menus, count, onOpen }: NoticePanelProps) => {
  const [single, ...others] = menus;
  if (single && others.length === 0)
    return <NoticeSection menu={single[0]} notices={single[1]} onOpen={onOpen} />;
  return (
    <>
      <p className={classes.about}>What needs attention, by kind</p>
      {menus.map(([menu, notices]) => (
        <Fold key={menu} title={NOTICE_MENUS[menu].title} count={count(notices)}>
          {() => <NoticeSection menu={menu} notices={notices} onOpen={onOpen} />}
        </Fold>
      ))}
    </>
  );
};
