import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState, useTransition } from 'react';
import { isFreeKey } from './free-keys.ts';
import classes from './SearchBox.module.css';

interface SearchBoxProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Name of the box, e.g. 'Search people'. */
  readonly label: string;
  readonly placeholder: string;
  readonly width?: number;
}

/** Narrower boxes keep their room for words. */
const HINT_FROM = 220;

/** What is typed is in the box at once; the list follows when there is time, and may be behind by some keys. */
const useTyped = (value: string, onChange: (text: string) => void) => {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const [isBehind, follow] = useTransition();
  if (!isBehind && seen !== value) {
    setSeen(value);
    setText(value);
  }
  const type = (next: string) => {
    setText(next);
    follow(() => onChange(next));
  };
  return [text, type] as const;
};

/** '/' comes here; so does Ctrl K where nothing larger has taken it. */
const isMeant = (event: KeyboardEvent) =>
  event.ctrlKey || event.metaKey
    ? event.key.toLowerCase() === 'k' && !event.altKey && !event.defaultPrevented
    : event.key === '/' && isFreeKey(event);

/** The search of a list: '/' comes here, Esc clears it. */
export const SearchBox = ({ value, onChange, label, placeholder, width = 330 }: SearchBoxProps) => {
  const [text, type] = useTyped(value, onChange);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isMeant(event)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  return (
    <TextInput
      ref={input}
      className={classes.search}
      style={{ '--search-width': `${width}px` }}
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={placeholder}
      value={text}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && text) {
          event.stopPropagation();
          type('');
        }
      }}
      leftSection={<IconSearch size={17} stroke={1.7} aria-hidden />}
      rightSectionWidth={text ? 32 : width < HINT_FROM ? 10 : 36}
      rightSection={
        text ? (
          <CloseButton
            size="sm"
            aria-label="Clear search"
            onClick={() => {
              type('');
              input.current?.focus();
            }}
          />
        ) : (
          width >= HINT_FROM && (
            <span className={classes.key} aria-hidden="true">
              /
            </span>
          )
        )
      }
    />
  );
};
