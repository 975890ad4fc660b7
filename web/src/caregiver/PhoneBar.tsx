import { useKept } from '../platform/kept.ts';
import { usePageTitle } from '../platform/title.ts';
import bar from '../ui/TabBar.module.css';
import classes from './PhoneBar.module.css';
import { PHONE_TAB, type PhoneTabProps } from './tab-props.ts';
import { PHONE_TABS, type PhoneTab } from './tabs.ts';
import { useWords } from './words.ts';

const Count = ({
  useCount,
  of,
}: {
  readonly useCount: (of: PhoneTabProps) => number;
  readonly of: PhoneTabProps;
}) => {
  const count = useCount(of);
  return count > 0 ? <span className={bar.count}>{count}</span> : null;
};

interface TabButtonProps {
  readonly tab: PhoneTab;
  readonly isCurrent: boolean;
  readonly of: PhoneTabProps;
  readonly onChoose: () => void;
}

const TabButton = ({ tab, isCurrent, of, onChoose }: TabButtonProps) => {
  const words = useWords();
  const Icon = tab.icon;
  return (
    <button
      type="button"
      className={bar.tab}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onChoose}
    >
      <span className={bar.icon}>
        <Icon size={24} stroke={1.7} aria-hidden />
        {tab.useCount && <Count useCount={tab.useCount} of={of} />}
      </span>
      {tab.label(words)}
    </button>
  );
};

/** The chosen tab, above the bar of tabs. */
export const PhoneTabs = (of: PhoneTabProps) => {
  const words = useWords();
  const [key, setKey] = useKept(PHONE_TAB, 'visits');
  const current = PHONE_TABS.find((tab) => tab.key === key) ?? PHONE_TABS[0];
  usePageTitle(current && current.key !== 'visits' ? current.label(words) : undefined);
  if (!current) return null;
  return (
    <div className={classes.frame}>
      <div className={classes.content}>
        <current.page {...of} />
      </div>
      <nav className={bar.bar} aria-label={words.tabs}>
        {PHONE_TABS.map((tab) => (
          <TabButton
            key={tab.key}
            tab={tab}
            isCurrent={tab.key === current.key}
            of={of}
            onChoose={() => setKey(tab.key)}
          />
        ))}
      </nav>
    </div>
  );
};
