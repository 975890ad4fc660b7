import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useSession } from '../platform/session.ts';
import { useCapabilities } from '../platform/site.ts';
import bar from '../ui/TabBar.module.css';
import { tabEntries } from './routes.ts';

const icon = { size: 24, stroke: 1.7, 'aria-hidden': true } as const;

interface TabBarProps {
  /** Path of the menu entry for the open page. */
  readonly marked: string | undefined;
  readonly isMenuOpen: boolean;
  /** Opens the menu, which contains all pages. */
  readonly onMore: () => void;
}

/** The pages that the office uses most on a phone, with the others behind More (docs/rules/screens.md, rule 5). */
export const TabBar = ({ marked, isMenuOpen, onMore }: TabBarProps) => {
  const session = useSession();
  const capabilities = useCapabilities();
  const tabs = session ? tabEntries(session.role, capabilities) : [];
  return (
    <nav className={bar.bar} aria-label="Pages">
      {tabs.map(({ path, label, icon: Icon }) => (
        <Link key={path} to={path} className={bar.tab} aria-current={path === marked ? 'page' : undefined}>
          <Icon {...icon} />
          {label}
        </Link>
      ))}
      <button
        type="button"
        className={bar.tab}
        aria-haspopup="dialog"
        aria-expanded={isMenuOpen}
        onClick={onMore}
      >
        <IconDots {...icon} />
        More
      </button>
    </nav>
  );
};
