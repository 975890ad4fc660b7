import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
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

/** The search of a list: Ctrl K comes here, Esc clears it. */
export const SearchBox = ({ value, onChange, label, placeholder, width = 330 }: SearchBoxProps) => {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
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
      aria-keyshortcuts="Control+K"
      placeholder={placeholder}
      value={value}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && value) {
          event.stopPropagation();
          onChange('');
        }
      }}
      leftSection={<IconSearch size={17} stroke={1.7} aria-hidden />}
      rightSectionWidth={value ? 32 : width < HINT_FROM ? 10 : 62}
      rightSection={
        value ? (
          <CloseButton
            size="sm"
            aria-label="Clear search"
            onClick={() => {
              onChange('');
              input.current?.focus();
            }}
          />
        ) : (
          width >= HINT_FROM && (
            <span className={classes.key} aria-hidden="true">
              Ctrl K
            </span>
          )
        )
      }
    />
  );
};
