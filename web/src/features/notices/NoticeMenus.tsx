import { NOTICE_MENUS, noticeMenus } from '@homecare/domain/notices/menus.ts';
import type { MenuKey, Notice } from '@homecare/domain/notices/schema.ts';
import { useMediaQuery } from '@mantine/hooks';
import { IconBell, type IconProps } from '@tabler/icons-react';
import { type ComponentType, type KeyboardEvent, lazy, Suspense, useMemo } from 'react';
import { useSession } from '../../platform/session.ts';
import { useCapabilities } from '../../platform/site.ts';
import { ButtonPanel } from '../../ui/ButtonMenu.tsx';
import type { Tone } from '../../ui/tones.ts';
import { useFreshNotices, useNotices } from './api.ts';
import classes from './Notices.module.css';
import { MENU_ICONS } from './notice-icons.ts';

const NoticePanel = lazy(async () => ({ default: (await import('./NoticePanel.tsx')).NoticePanel }));

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

interface BadgeProps {
  readonly title: string;
  readonly icon: ComponentType<IconProps>;
  /** Its menus: one, or all of them folded. */
  readonly menus: ReturnType<typeof useMenus>;
}

const Badge = ({ title, icon: Icon, menus }: BadgeProps) => {
  const notices = menus.flatMap(([, own]) => own);
  return (
    <ButtonPanel
      width={360}
      className={classes.panel}
      onKeyDown={moveFocus}
      button={(opening) => (
        <button
          type="button"
          className={classes.badge}
          data-none={notices.length === 0 || undefined}
          aria-label={`${title}: ${shown(notices.length)}`}
          data-tip={opening['aria-expanded'] ? undefined : title}
          {...opening}
        >
          <Icon size={20} stroke={1.7} aria-hidden />
          <Count notices={notices} />
        </button>
      )}
    >
      {(close) => (
        <div data-autofocus tabIndex={-1} className={classes.start}>
          <Suspense>
            <NoticePanel menus={menus} count={(own) => <Count notices={own} />} onOpen={close} />
          </Suspense>
        </div>
      )}
    </ButtonPanel>
  );
};

/** The badge menus of the toolbar, each a list of links (docs/rules/notices.md, rule 14). */
export const NoticeMenus = () => {
  const menus = useMenus();
  const roomy = useMediaQuery(ROOMY, true, { getInitialValueInEffect: false });
  useFreshNotices();
  if (menus.length === 0) return null;
  if (roomy)
    return menus.map((menu) => (
      <Badge key={menu[0]} title={NOTICE_MENUS[menu[0]].title} icon={MENU_ICONS[menu[0]]} menus={[menu]} />
    ));
  return <Badge title="Notices" icon={IconBell} menus={menus} />;
};
