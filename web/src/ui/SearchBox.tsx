import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState, useTransition } from 'react';
import { isFreeKey } from './free-keys.ts';
import classes from './SearchBox.module.css';

interface SearchBoxProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Accessible name, such as 'Search people'. */
  readonly label: string;
  readonly placeholder: string;
  readonly width?: number;
}

/** Narrower boxes have no room for the hint. */
const HINT_FROM = 220;

/** The box shows typed text at once. The list follows when there is time and may lag a few keys behind. */
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

/** '/' focuses the box, and so does Ctrl K unless the global search has taken it. */
const isMeant = (event: KeyboardEvent) =>
  event.ctrlKey || event.metaKey
    ? event.key.toLowerCase() === 'k' && !event.altKey && !event.defaultPrevented
    : event.key === '/' && isFreeKey(event);

/** The search box of a list. '/' focuses it, and Esc clears it. */
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
