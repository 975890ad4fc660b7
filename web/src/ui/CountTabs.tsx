import { type KeyboardEvent, useRef } from 'react';
import classes from './CountTabs.module.css';

export interface CountTab<K extends string> {
  readonly key: K;
  readonly label: string;
  /** undefined while loading, which reserves the space; null if nothing is counted. */
  readonly count?: number | null | undefined;
  /** The count calls for action. */
  readonly alarm?: boolean;
}

interface CountTabsProps<K extends string> {
  readonly label: string;
  readonly tabs: readonly CountTab<K>[];
  readonly value: K;
  readonly onChange: (key: K) => void;
  /** 'line' for use below the filter bar, 'segments' inside it. Phones always show segments. */
  readonly look?: 'line' | 'segments';
  /** Narrower spacing, for rows with much beside them. */
  readonly isTight?: boolean;
  /** Id of the panel below. */
  readonly controls?: string;
}

/** From this many tabs on, the spacing is narrower so that all fit beside an open menu. */
const MANY = 8;
const STEP: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/** Tabs that show a count; Left and Right change the tab. */
export const CountTabs = <K extends string>({
  label,
  tabs,
  value,
  onChange,
  look = 'line',
  isTight = false,
  controls,
}: CountTabsProps<K>) => {
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const step = STEP[event.key];
    if (!step) return;
    event.preventDefault();
    const at = tabs.findIndex((tab) => tab.key === value);
    const next = (at + step + tabs.length) % tabs.length;
    const tab = tabs[next];
    if (!tab) return;
    onChange(tab.key);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  };
  return (
    <div
      className={classes.tabs}
      role="tablist"
      aria-label={label}
      data-look={look}
      data-many={isTight || tabs.length > MANY || undefined}
      ref={list}
      onKeyDown={move}
    >
      {tabs.map((tab) => (
        <button
          key={tab.key}
          type="button"
          role="tab"
          aria-selected={tab.key === value}
          aria-controls={controls}
          tabIndex={tab.key === value ? 0 : -1}
          className={classes.tab}
          onClick={() => onChange(tab.key)}
        >
          {tab.label}
          {tab.count !== null && (
            <span className={classes.count} data-alarm={(tab.alarm && tab.count !== 0) || undefined}>
              {tab.count?.toLocaleString('en-US')}
            </span>
          )}
        </button>
      ))}
    </div>
  );
};
