import { NOTICE_MENUS, noticeMenus } from '@homecare/domain/notices/menus.ts';
import type { MenuKey, Notice } from '@homecare/domain/notices/schema.ts';
import { Popover } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconBell, type IconProps } from '@tabler/icons-react';
import { type ComponentType, type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import { useSession } from '../../platform/session.ts';
import { useCapabilities } from '../../platform/site.ts';
import type { Tone } from '../../ui/tones.ts';
import { useFreshNotices, useNotices } from './api.ts';
import { Fold, NoticeSection } from './NoticeSection.tsx';
import classes from './Notices.module.css';
import { MENU_ICONS } from './notice-icons.ts';

/** Below this window width all badges fold into one bell (docs/rules/screens.md, rule 5). */
const ROOMY = '(min-width: 1100px)';

const NONE: readonly Notice[] = [];

const useMenus = (): readonly (readonly [MenuKey, readonly Notice[]])[] => {
  const role = useSession()?.role;
  const capabilities = useCapabilities();
  const { data } = useNotices();
  return useMemo(() => {
    const byMenu = Map.groupBy(data?.notices ?? NONE, ({ menu }) => menu);
    const keys = role && capabilities ? noticeMenus(role, capabilities) : [];
    return keys.map((key) => [key, byMenu.get(key) ?? NONE] as const);
  }, [role, capabilities, data]);
};

/** The badge wears the tone of the worst of its notices: overdue red, soon amber, information grey. */
const toneOf = (notices: readonly Notice[]): Tone =>
  notices.some(({ tone }) => tone === 'danger')
    ? 'danger'
    : notices.some(({ tone }) => tone === 'warn')
      ? 'warn'
      : 'info';

/** Three digits have room. */
const shown = (count: number) => (count > 999 ? '999+' : String(count));

const Count = ({ notices }: { readonly notices: readonly Notice[] }) => (
  <span className={classes.count} data-look={toneOf(notices)} aria-hidden="true">
    {notices.length === 0 ? '' : shown(notices.length)}
  </span>
);

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** Arrows go from link to link; Tab does as well. */
const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
  const step = STEPS[event.key];
  if (!step || (event.target instanceof Element && event.target.closest('select'))) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('a,summary')];
  const at = stops.findIndex((stop) => stop.matches(':focus'));
  event.preventDefault();
  stops[at < 0 ? 0 : step(at, stops.length - 1)]?.focus();
};

const Badge = ({
  title,
  icon: Icon,
  notices,
  children,
}: {
  readonly title: string;
  readonly icon: ComponentType<IconProps>;
  readonly notices: readonly Notice[];
  readonly children: (close: () => void) => ReactNode;
}) => {
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={360}
      shadow="md"
      trapFocus
      returnFocus
      transitionProps={{ duration: 80 }}
    >
      <Popover.Target>
        <button
          type="button"
          className={classes.badge}
          data-none={notices.length === 0 || undefined}
          aria-label={`${title}: ${shown(notices.length)}`}
          data-tip={opened ? undefined : title}
          onClick={() => setOpened(!opened)}
        >
          <Icon size={20} stroke={1.7} aria-hidden />
          <Count notices={notices} />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.panel ?? ''} onKeyDown={moveFocus}>
        <div data-autofocus tabIndex={-1} className={classes.start}>
          {children(() => setOpened(false))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
};

/** The badge menus of the toolbar, each a list of links (docs/rules/notices.md, rule 14). */
export const NoticeMenus = () => {
  const menus = useMenus();
  const roomy = useMediaQuery(ROOMY, true, { getInitialValueInEffect: false });
  useFreshNotices();
  if (menus.length === 0) return null;
  if (roomy)
    return menus.map(([key, notices]) => (
      <Badge key={key} title={NOTICE_MENUS[key].title} icon={MENU_ICONS[key]} notices={notices}>
        {(close) => <NoticeSection menu={key} notices={notices} onOpen={close} />}
      </Badge>
    ));
  return (
    <Badge title="Notices" icon={IconBell} notices={menus.flatMap(([, notices]) => notices)}>
      {(close) => (
        <>
          <p className={classes.about}>What needs attention, by kind</p>
          {menus.map(([key, notices]) => (
            <Fold key={key} title={NOTICE_MENUS[key].title} count={<Count notices={notices} />}>
              {() => <NoticeSection menu={key} notices={notices} onOpen={close} />}
            </Fold>
          ))}
        </>
      )}
    </Badge>
  );
};
